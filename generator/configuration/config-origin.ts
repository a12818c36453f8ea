import type { OptionPath } from '../options/kinds/kind.ts'

/** Location of a configuration: its file, and its index in that file. */
export interface ConfigOrigin {
  /** Absolute. */
  readonly file: string
  /** Empty if the file has a single configuration. */
  readonly path: OptionPath
}
