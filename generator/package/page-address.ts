import { readManifest } from './manifest.ts'

/** Placeholder for the owner of the repository until packages are published. */
const PLACEHOLDER = '/OWNER/'

/** The address of a page of docs/; until the repository has an address, the file. */
export function pageAddress(page: string, anchor: string): string {
  const { homepage = PLACEHOLDER } = readManifest()
  const file = `docs/${page}#${anchor}`
  return homepage.includes(PLACEHOLDER) ? file : `${homepage.replace(/#.*/, '')}/blob/main/${file}`
}
