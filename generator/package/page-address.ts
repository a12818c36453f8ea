import { readManifest } from './manifest.ts'

/** Placeholder for the repository's owner until packages are published. */
const PLACEHOLDER = '/OWNER/'

/** Address of a page in docs/; its file until the repository has an address. */
export function pageAddress(page: string, anchor: string): string {
  const { homepage = PLACEHOLDER } = readManifest()
  const file = `docs/${page}#${anchor}`
  return homepage.includes(PLACEHOLDER) ? file : `${homepage.replace(/#.*/, '')}/blob/main/${file}`
}
