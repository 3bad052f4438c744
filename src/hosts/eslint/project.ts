import type { Project } from "../../contract/load";
import { ProjectCache } from "../shared/project-cache";

const projects = new ProjectCache();

/** @returns the configuration and contract for a file. One process may lint several projects, and an editor's server sees their files change. */
export function projectOf(file: string): Project {
  return projects.get(file);
}
