import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from './root.ts'

/** Properties of our own package.json. */
export interface Manifest {
  readonly version: string
  readonly homepage?: string
}

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as Manifest
}
