/** A package of an npm registry or a repository, with the wanted version. */
export interface PackageAddress {
  readonly source: 'npm' | 'github' | 'gitlab'
  readonly name: string
  /** A version or a distribution tag; for a repository a branch, a tag or a commit. The newest if absent. */
  readonly version?: string
}
