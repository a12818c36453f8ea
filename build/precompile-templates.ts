import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import type { Plugin } from 'rolldown'
import { COMPILE_OPTIONS } from '../generator/emit/print/template-code.ts'

/** Puts the code of all templates of a folder in place of the module that compiles one on demand. */
export function precompileTemplates(folder: string): Plugin {
  return {
    name: 'precompile-templates',
    load: {
      filter: { id: /[/\\]emit[/\\]print[/\\]template-code\.[jt]s$/ },
      handler: () => moduleOf(folder),
    },
  }
}

function moduleOf(folder: string): string {
  const codes = readdirSync(folder).map((file) => {
    const code = Handlebars.precompile(readFileSync(join(folder, file), 'utf8'), COMPILE_OPTIONS)
    return `  ${JSON.stringify(file.replace(/\.hbs$/, ''))}: ${code},\n`
  })
  return `import Handlebars from 'handlebars/dist/handlebars.runtime.js'
const CODES = {\n${codes.join('')}}
export const templateCode = (name) => Handlebars.template(CODES[name])
`
}
