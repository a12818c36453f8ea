/** A package of an npm registry or a repository, and the version of it that is meant. */
export interface PackageAddress {
  readonly source: 'npm' | 'github' | 'gitlab'
  readonly name: string
  /** A version or a distribution tag; of a repository a branch, a tag or a commit. The newest when absent. */
  readonly version?: string
}
