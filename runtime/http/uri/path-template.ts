/**
 * Matches templates in paths as documents write them: "/files/{+path}?alt=media#stream". `{+name}` accepts
 * several segments. The query in a path is fixed: every request contains it, followed by the request's own
 * query. A fragment only distinguishes operations and is never sent.
 * @see RFC 6570, 3.2.3
 */
const TEMPLATES = /\{(\+?)([^{}]+)\}/g

/**
 * Returns the replacement for one template, such as `{name}` or `{+name}`; `name` does not include the "+".
 */
export type Fill = (name: string, isReserved: boolean) => string

/** Fills in the templates of a path, and removes its fragment. */
export function fillTemplate(template: string, fill: Fill): string {
  return withoutFragment(template).replace(TEMPLATES, (_, plus: string, name: string) =>
    fill(name, plus === '+'),
  )
}

function withoutFragment(template: string): string {
  return template.replace(/#.*/s, '')
}

/** Returns the names of the templates in order, including those in the query. */
export function templateNames(template: string): string[] {
  const names: string[] = []
  fillTemplate(template, (name) => {
    names.push(name)
    return ''
  })
  return names
}

/**
 * Returns the path without its query: "/files/{+path}". Operations with the same path share a resource,
 * whatever their fixed queries are.
 */
export function pathOnly(template: string): string {
  return template.replace(/[?#].*$/s, '')
}

/**
 * Returns the path without its query and without the slash at its end: "/widgets" for "/widgets/". Both name
 * the same resource.
 */
export function resourcePath(template: string): string {
  return pathOnly(template).replace(/(?<=.)\/$/, '')
}

/** Returns the fixed query without "?": "alt=media"; empty if there is none. */
export function fixedQuery(template: string): string {
  return withoutFragment(template).slice(pathOnly(template).length + 1)
}
