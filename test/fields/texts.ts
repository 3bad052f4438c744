import fc from "fast-check";

/** `fields` texts that are sound, of the given names. */
export function soundTexts(...names: readonly string[]): fc.Arbitrary<string> {
  const { selector } = fc.letrec<{ selector: string }>((tie) => ({
    selector: fc
      .tuple(
        fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
        fc.option(fc.array(tie("selector"), { minLength: 1, maxLength: 3 }), { depthSize: "small" }),
      )
      .map(([path, group]) => path.join("/") + (group ? `(${group.join(",")})` : "")),
  }));
  return fc.array(selector, { minLength: 1, maxLength: 4 }).map((selectors) => selectors.join(","));
}

/** Sound texts with one piece put in, taken out or put in place of another: most are one typo away from sound. */
export function slippedTexts(...names: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(soundTexts(...names), fc.nat(), fc.constantFrom("", ",", "/", "(", ")", "*", ...names), fc.boolean())
    .map(([text, seed, piece, replace]) => {
      const pieces = text.match(/[,/()]|[^,/()]+/gu) ?? [];
      return pieces.toSpliced(seed % (pieces.length + 1), replace ? 1 : 0, piece).join("");
    });
}
