# restraint without Node on the machine that runs it:
#   docker build --tag restraint .
#   docker run --rm --network none --volume "$PWD:/work:ro" restraint check
FROM node:24-alpine AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build && npm pack --ignore-scripts --pack-destination /packed

FROM node:24-alpine
COPY --from=build /packed /packed
RUN npm install --global --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund /packed/*.tgz && npm cache clean --force && rm -r /packed
# What it checks may be anybody's: it runs nothing of it, and needs no rights.
USER node
WORKDIR /work
ENTRYPOINT ["restraint"]
CMD ["check"]
