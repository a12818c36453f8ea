import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { ROOT } from '../../package/root.ts'

/**
 * The code of `templates/<name>.hbs`. The packages have it made already (`build/precompile-templates.ts`),
 * and no compiler: that takes longer to load and to run than a small document.
 */
export function templateCode(name: string): Handlebars.TemplateDelegate {
  return Handlebars.compile(readFileSync(join(ROOT, 'templates', `${name}.hbs`), 'utf8'), COMPILE_OPTIONS)
}

/** HTML escaping is off because every leaf of a view was code; a name that the view lacks throws. */
export const COMPILE_OPTIONS = { noEscape: true, strict: true, knownHelpersOnly: true } as const
