/** Markup with escaped values. */
export interface InviteHtml {
  readonly markup: string
}

/** Creates markup in which all values are escaped. */
export function inviteHtml(parts: TemplateStringsArray, ...values: readonly string[]): InviteHtml {
  const escaped = values.map((value) =>
    value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  )
  return { markup: String.raw({ raw: parts }, ...escaped) }
}

/**
 * With these headers, the page loads and runs nothing, cannot be framed, and never sends its address, which
 * contains a token, as a referrer.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A page for people. */
export function invitePage(status: number, title: string, body: InviteHtml): Response {
  const { markup } =
    inviteHtml`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>`
  return new Response(`${markup}${body.markup}</html>\n`, { status, headers })
}
