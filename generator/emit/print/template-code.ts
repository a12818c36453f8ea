import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { PACKAGE_ROOT } from '../../package/root.ts'

/**
 * Compiles `templates/<name>.hbs`. Packages contain compiled templates (`build/precompile-templates.ts`)
 * instead of the compiler, which would take longer to load and run than generating code for a small document.
 */
export function templateCode(name: string): Handlebars.TemplateDelegate {
  return Handlebars.compile(
    readFileSync(join(PACKAGE_ROOT, 'templates', `${name}.hbs`), 'utf8'),
    COMPILE_OPTIONS,
  )
}

/**
 * HTML escaping is off because every leaf of a view is code. Using a name that is missing from the view
 * throws an error.
 */
export const COMPILE_OPTIONS = { noEscape: true, strict: true, knownHelpersOnly: true } as const
