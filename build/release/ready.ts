/** Placeholder for the account that has the repository, until there is one. */
const PLACEHOLDER = 'OWNER'

/** Why a version is not to be published: sentences, none if it is ready. */
export function whyNotPublished(options: {
  readonly manifest: { readonly version: string; readonly repository: { readonly url: string } }
  readonly changelog: string
}): readonly string[] {
  const { manifest, changelog } = options
  const { version, repository } = manifest
  return [
    ...(repository.url.includes(`/${PLACEHOLDER}/`)
      ? [
          `"repository" in package.json names "${PLACEHOLDER}". Put the account that has the repository there.`,
        ]
      : []),
    ...(changelog.includes(`\n## [${version}] - `)
      ? []
      : [`CHANGELOG.md has no section "## [${version}] - DATE". Rename "Unreleased".`]),
  ]
}
