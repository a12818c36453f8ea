import { readManifest } from './manifest.ts'

/** Placeholder for the repository owner until the packages are published. */
const PLACEHOLDER = '/OWNER/'

/** URL of a page in docs/; the page's path until the repository has a URL. */
export function pageAddress(page: string, anchor: string): string {
  const { homepage = PLACEHOLDER } = readManifest()
  const file = `docs/${page}#${anchor}`
  return homepage.includes(PLACEHOLDER) ? file : `${homepage.replace(/#.*/, '')}/blob/main/${file}`
}
