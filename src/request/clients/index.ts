import { googleapis } from "./api/googleapis";
import { octokit } from "./api/octokit";
import type { Client } from "./client";
import { fetchClient } from "./fetch/fetch";
import { ky } from "./fetch/ky";
import { openapiFetch } from "./fetch/openapi-fetch";
import { wretch } from "./fetch/wretch";
import { gaxios } from "./node/gaxios";
import { got } from "./node/got";
import { http } from "./node/http";
import { superagent } from "./node/superagent";
import { undici } from "./node/undici";
import { axios } from "./web/axios";

/** All client libraries that are understood, one line each. */
export const clients: readonly Client[] = [
  axios,
  fetchClient,
  gaxios,
  googleapis,
  got,
  http,
  ky,
  octokit,
  openapiFetch,
  superagent,
  undici,
  wretch,
];
