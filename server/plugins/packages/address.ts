/** A package in an npm registry, or a repository, and the wanted version. */
export interface PackageAddress {
  readonly source: 'npm' | 'github' | 'gitlab'
  readonly name: string
  /**
   * A version or a distribution tag; for a repository, a branch, a tag or a commit. Default: the newest
   * version.
   */
  readonly version?: string
}
