/**
 * Path templates as documents write them: "/files/{+path}?alt=media#stream". `{+name}` takes several
 * segments. A query is fixed: every request has it, before its own. A fragment only distinguishes
 * operations, and is never sent.
 * @see RFC 6570, 3.2.3
 */
const TEMPLATES = /\{(\+?)([^{}]+)\}/g

/** Replacement for one template; `name` is without the "+". */
export type Fill = (name: string, isReserved: boolean) => string

/** The template filled in, without its fragment. */
export function fillTemplate(template: string, fill: Fill): string {
  return withoutFragment(template).replace(TEMPLATES, (_, plus: string, name: string) =>
    fill(name, plus === '+'),
  )
}

function withoutFragment(template: string): string {
  return template.replace(/#.*/s, '')
}

/** The names of its templates, in order, those of its query too. */
export function templateNames(template: string): string[] {
  const names: string[] = []
  fillTemplate(template, (name) => {
    names.push(name)
    return ''
  })
  return names
}

/**
 * The path without its query: "/files/{+path}". Operations with the same path share a resource, whatever
 * their fixed queries.
 */
export function pathOnly(template: string): string {
  return template.replace(/[?#].*$/s, '')
}

/** The path without the slash at its end: "/widgets" for "/widgets/". Both name one resource. */
export function resourcePath(template: string): string {
  return pathOnly(template).replace(/(?<=.)\/$/, '')
}

/** The fixed query, without "?", empty if there is none: "alt=media". */
export function fixedQuery(template: string): string {
  return withoutFragment(template).slice(pathOnly(template).length + 1)
}
