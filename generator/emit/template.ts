import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import type { Code } from './code.ts'

/** What a template may see: code, and lists of further views. */
export type View = { readonly [name: string]: Code | readonly View[] | View }

const compiled = new Map<string, Handlebars.TemplateDelegate>()

/**
 * Prints `templates/<name>.hbs`. Handlebars' HTML escaping is off because every leaf of a view is code already;
 * a name that the view lacks throws.
 */
export function render<V extends View>(name: string, view: V): string {
  let template = compiled.get(name)
  if (template === undefined) {
    const text = readFileSync(new URL(`../../templates/${name}.hbs`, import.meta.url), 'utf8')
    template = Handlebars.compile(text, { noEscape: true, strict: true, knownHelpersOnly: true })
    compiled.set(name, template)
  }
  return template(view)
}
