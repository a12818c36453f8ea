import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import type { Manifest } from './manifest.ts'

/** Folders of the runtime that generated code may lead to. */
const FOLDERS = ['client', 'http', 'schema', 'server']

/** Puts the sources of the runtime in place of the module that reads them from the repository. */
export function inlineSources(root: string): Plugin {
  return {
    name: 'inline-sources',
    load: {
      filter: { id: /[/\\]emit[/\\]inline[/\\]runtime-sources\.[jt]s$/ },
      handler: () => moduleOf(root),
    },
  }
}

function moduleOf(root: string): string {
  const runtime = join(root, 'runtime')
  const { exports, imports } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8')) as Manifest
  const modules = FOLDERS.flatMap((folder) =>
    readdirSync(join(runtime, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      .map((path) => [path, readFileSync(join(runtime, path), 'utf8')] as const),
  )
  const texts = [['package.json', JSON.stringify({ exports, imports })], ...modules]
  return `const SOURCES = new Map(${JSON.stringify(texts)})
export function runtimeSource(path) {
  const text = SOURCES.get(path)
  if (text === undefined) throw new Error('The runtime has no "' + path + '".')
  return text
}
export const runtimeLicence = () => ${JSON.stringify(readFileSync(join(root, 'LICENSE'), 'utf8'))}
`
}
