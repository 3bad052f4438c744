import { github } from "./github";
import { gitlab } from "./gitlab";
import { google } from "./google";
import { notion } from "./notion";
import { slack } from "./slack";
import { stripe } from "./stripe";
import { microsoftGraph } from "./microsoft-graph";
import type { PublicService } from "./service";

/** Public services with facts that their descriptions lack. */
export const publicServices: readonly PublicService[] = [github, gitlab, google, microsoftGraph, notion, slack, stripe];
