import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { ROOT } from '../../package/root.ts'

/**
 * Compiles `templates/<name>.hbs`. Packages have compiled templates (`build/precompile-templates.ts`) and no
 * compiler, which takes longer to load and run than generating for a small document.
 */
export function templateCode(name: string): Handlebars.TemplateDelegate {
  return Handlebars.compile(readFileSync(join(ROOT, 'templates', `${name}.hbs`), 'utf8'), COMPILE_OPTIONS)
}

/** HTML escaping is off, since every leaf of a view is code; a name missing from the view throws. */
export const COMPILE_OPTIONS = { noEscape: true, strict: true, knownHelpersOnly: true } as const
