import { gapi } from "./api/gapi";
import { googleCloudStorage } from "./api/google-cloud-storage";
import { googleapis } from "./api/googleapis";
import { heroku } from "./api/heroku";
import { microsoftGraph } from "./api/microsoft-graph";
import { octokit } from "./api/octokit";
import type { Client } from "./client";
import { alova } from "./fetch/alova";
import { aws4fetch } from "./fetch/aws4fetch";
import { betterFetch } from "./fetch/better-fetch";
import { fetchClient } from "./fetch/fetch";
import { ky } from "./fetch/ky";
import { ofetch } from "./fetch/ofetch";
import { openapiFetch } from "./fetch/openapi-fetch";
import { rtkQuery } from "./fetch/rtk-query";
import { wretch } from "./fetch/wretch";
import { actionsHttpClient } from "./node/actions-http-client";
import { gaxios } from "./node/gaxios";
import { got } from "./node/got";
import { httpCall } from "./node/http-call";
import { http } from "./node/http";
import { superagent } from "./node/superagent";
import { undici } from "./node/undici";
import { angular } from "./web/angular";
import { axios } from "./web/axios";
import { axiosPlugins } from "./web/axios-plugins";
import { joinedPaths } from "./web/joined-paths";
import { jquery } from "./web/jquery";
import { nest } from "./web/nest";
import { nuxtAxios } from "./web/nuxt-axios";
import { obsidian } from "./web/obsidian";
import { injection } from "./web/injection";
import { passThrough } from "./web/pass-through";
import { playwright } from "./web/playwright";
import { queryStrings } from "./web/query-strings";
import { swr } from "./web/swr";
import { tanstackQuery } from "./web/tanstack-query";
import { xmlHttpRequest } from "./web/xml-http-request";

/** All supported client libraries. */
export const clients: readonly Client[] = [
  actionsHttpClient,
  alova,
  angular,
  aws4fetch,
  axios,
  axiosPlugins,
  betterFetch,
  fetchClient,
  gapi,
  gaxios,
  googleCloudStorage,
  googleapis,
  got,
  heroku,
  http,
  httpCall,
  joinedPaths,
  jquery,
  ky,
  microsoftGraph,
  nest,
  nuxtAxios,
  obsidian,
  octokit,
  ofetch,
  openapiFetch,
  injection,
  passThrough,
  playwright,
  queryStrings,
  rtkQuery,
  superagent,
  swr,
  tanstackQuery,
  undici,
  wretch,
  xmlHttpRequest,
];
