import type { Path } from '../options/kinds/kind.ts'

/** Place of a configuration: a file, and its index among the file's configurations. */
export interface ConfigOrigin {
  /** Absolute. */
  readonly file: string
  /** Empty where the file has one configuration. */
  readonly path: Path
}
