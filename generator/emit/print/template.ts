import { type Code, isCode } from './code.ts'
import { templateCode } from './template-code.ts'

/** Data for a template: code, nested views, and lists of nested views. */
export type TemplateView = { readonly [name: string]: Code | TemplateView | readonly TemplateView[] }

/** A view in which all symbols are spelled. */
export type TextView = { readonly [name: string]: string | TextView | readonly TextView[] }

const made = new Map<string, (view: TextView) => string>()

/** Prints `templates/<name>.hbs`. */
export function printTemplate(name: string, view: TextView): string {
  const print = made.get(name) ?? templateCode(name)
  made.set(name, print)
  return print(view)
}

/** Prints a view without symbols. */
export function printTemplateView(name: string, view: TemplateView): string {
  return printTemplate(
    name,
    templateTextView(view, (code) => code.toString()),
  )
}

/** The view with its code converted to text. */
export function templateTextView(view: TemplateView, write: (code: Code) => string): TextView {
  const texts: { [name: string]: TextView[string] } = {}
  for (const name of Object.keys(view)) {
    const value = view[name]
    if (value === undefined) continue
    if (isCode(value)) texts[name] = write(value)
    else if (isList(value)) texts[name] = value.map((item) => templateTextView(item, write))
    else texts[name] = templateTextView(value, write)
  }
  return texts
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: TemplateView | readonly TemplateView[]): value is readonly TemplateView[] {
  return Array.isArray(value)
}
