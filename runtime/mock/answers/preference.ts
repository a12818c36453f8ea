/** A caller's preference: another documented response, or an example by name. */
export interface Preference {
  readonly code?: number | undefined
  readonly example?: string | undefined
}

/** Parses `Prefer: code=404, example="empty"`. @see RFC 7240 */
export function preferenceOf({ headers }: Pick<Request, 'headers'>): Preference {
  const pairs = [
    ...(headers.get('prefer') ?? '').matchAll(/(?:^|[,;])\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]+))/g),
  ].map(([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token ?? ''] as const)
  const { code, example } = Object.fromEntries(pairs)
  return {
    ...(code !== undefined && /^[1-5]\d\d$/.test(code) && { code: Number(code) }),
    ...(example !== undefined && { example }),
  }
}
