import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { ROOT } from '../../package/root.ts'
import { type Code, isCode } from './code.ts'

/** What a template may see: code, and lists of further views. */
export type View = { readonly [name: string]: Code | View | readonly View[] }

/** The same when every symbol is spelled. */
export type TextView = { readonly [name: string]: string | TextView | readonly TextView[] }

const compiled = new Map<string, Handlebars.TemplateDelegate>()

/**
 * Prints `templates/<name>.hbs`. Handlebars' HTML escaping is off because every leaf of a view was code;
 * a name that the view lacks throws.
 */
export function fill(name: string, view: TextView): string {
  let template = compiled.get(name)
  if (template === undefined) {
    const text = readFileSync(join(ROOT, 'templates', `${name}.hbs`), 'utf8')
    template = Handlebars.compile(text, { noEscape: true, strict: true, knownHelpersOnly: true })
    compiled.set(name, template)
  }
  return template(view)
}

/** Prints a view without symbols. */
export function render(name: string, view: View): string {
  return fill(
    name,
    textView(view, (code) => code.toString()),
  )
}

/** The view with its code as text. */
export function textView(view: View, write: (code: Code) => string): TextView {
  const texts: { [name: string]: TextView[string] } = {}
  for (const [name, value] of Object.entries(view)) {
    if (isCode(value)) texts[name] = write(value)
    else if (isList(value)) texts[name] = value.map((item) => textView(item, write))
    else texts[name] = textView(value, write)
  }
  return texts
}

/** `Array.isArray` does not know of lists that cannot be changed. */
function isList(value: View | readonly View[]): value is readonly View[] {
  return Array.isArray(value)
}
