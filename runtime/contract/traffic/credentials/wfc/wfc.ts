import { isObject } from '@concordat/runtime/json'
import type { CarriedHeader } from '../carrier.ts'
import type { TokenPlace } from '../login.ts'

/** A login from a Web Fuzzing Commons file, ready to be sent. */
export interface WfcLogin {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly token: TokenPlace
  /** The header for the token, with the placeholder "{token}". */
  readonly carrier: CarriedHeader
}

/** An entry of `auth`: the credentials in a user's requests. */
export interface WfcUser {
  readonly name: string
  readonly headers: readonly CarriedHeader[]
  readonly login?: WfcLogin
}

/** The users in a file, or all its problems. */
type WfcFile = { readonly users: readonly WfcUser[] } | { readonly problems: readonly string[] }

/**
 * Reads a parsed Web Fuzzing Commons authentication file, and merges each user with the template. Supports
 * both notations for the location of a token: `extractFrom`, `sendIn` and `sendTemplate`, and the older
 * `extractFromField` with `headerPrefix`.
 * @see Web Fuzzing Commons, schemas/auth.yaml
 */
export function readWfc(file: unknown): WfcFile {
  if (!isObject(file) || !Array.isArray(file['auth']) || file['auth'].length === 0)
    return { problems: ['"auth" must be a list of at least one user.'] }
  const reader = new Reader()
  const users = file['auth'].map((entry, index) =>
    reader.user(merge(file['authTemplate'], entry), `auth[${index}]`),
  )
  return reader.problems.length > 0 ? { problems: reader.problems } : { users }
}

/** Returns the entry, with missing properties added from the template. Objects are merged recursively. */
function merge(template: unknown, entry: unknown): unknown {
  if (entry === undefined || entry === null) return template
  if (!isObject(template) || !isObject(entry)) return entry
  const names = [...new Set([...Object.keys(template), ...Object.keys(entry)])]
  return Object.fromEntries(names.map((name) => [name, merge(template[name], entry[name])]))
}

type Members = Readonly<Record<string, unknown>>

class Reader {
  readonly problems: string[] = []

  user(entry: unknown, place: string): WfcUser {
    const members = this.#object(entry, place)
    const name = this.#text(members, 'name', place)
    const login = members['loginEndpointAuth']
    const headers = this.#headers(members['fixedHeaders'], `${place}.fixedHeaders`)
    if (login === undefined && headers.length === 0)
      this.problems.push(`${place} needs a header in "fixedHeaders", or a "loginEndpointAuth".`)
    if (login === undefined) return { name, headers }
    return { name, headers, login: this.#login(login, `${place}.loginEndpointAuth`) }
  }

  #login(entry: unknown, place: string): WfcLogin {
    const members = this.#object(entry, place)
    const url = members['externalEndpointURL'] ?? members['endpoint']
    if (typeof url !== 'string')
      this.problems.push(`${place} needs a string in "endpoint" or "externalEndpointURL".`)
    const contentType = this.#optional(members, 'contentType', place)
    const headers = this.#headers(members['headers'], `${place}.headers`)
    const body =
      members['payloadUserPwd'] === undefined
        ? this.#optional(members, 'payloadRaw', place)
        : this.#payload(members['payloadUserPwd'], { contentType, place: `${place}.payloadUserPwd` })
    return {
      url: String(url),
      method: this.#optional(members, 'verb', place)?.toUpperCase() ?? 'POST',
      headers: {
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      },
      ...(body !== undefined && { body }),
      ...this.#token(members, place),
    }
  }

  #payload(
    entry: unknown,
    { contentType, place }: { contentType: string | undefined; place: string },
  ): string {
    const members = this.#object(entry, place)
    const text = (name: string): string => this.#text(members, name, place)
    const fields = { [text('usernameField')]: text('username'), [text('passwordField')]: text('password') }
    return contentType?.includes('x-www-form-urlencoded')
      ? new URLSearchParams(fields).toString()
      : JSON.stringify(fields)
  }

  #token(login: Members, place: string): Pick<WfcLogin, 'token' | 'carrier'> {
    if (login['token'] === undefined) {
      if (login['expectCookies'] !== true)
        this.problems.push(`${place} has neither "token" nor "expectCookies: true".`)
      return { token: { cookies: true }, carrier: { name: 'Cookie', value: '{token}' } }
    }
    const members = this.#object(login['token'], `${place}.token`)
    return {
      token: this.#place(members, `${place}.token`),
      carrier: this.#carrier(members, `${place}.token`),
    }
  }

  #place(members: Members, place: string): TokenPlace {
    const optional = (name: string): string | undefined => this.#optional(members, name, place)
    const selector = optional('extractSelector')
    const header =
      optional('extractFromHeader') ?? (optional('extractFrom') === 'header' ? selector : undefined)
    if (header !== undefined) return { header }
    const pointer = optional('extractFromField') ?? selector
    if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/')))
      this.problems.push(
        `${place} does not say where the token is: "extractSelector" or "extractFromField" must be a JSON Pointer such as "/token", or "extractFromHeader" the name of a header.`,
      )
    return { pointer: pointer ?? '' }
  }

  #carrier(members: Members, place: string): CarriedHeader {
    const optional = (name: string): string | undefined => this.#optional(members, name, place)
    const sendIn = optional('sendIn') ?? 'header'
    const sendName = optional('sendName') ?? optional('httpHeaderName') ?? 'Authorization'
    const value =
      optional('sendTemplate') ?? `${optional('headerPrefix') ?? ''}{token}${optional('headerPostfix') ?? ''}`
    if (sendIn === 'cookie') return { name: 'Cookie', value: `${sendName}=${value}` }
    if (sendIn !== 'header')
      this.problems.push(`${place}.sendIn is "${sendIn}". Expected: "header" or "cookie".`)
    return { name: sendName, value }
  }

  #headers(list: unknown, place: string): CarriedHeader[] {
    if (list === undefined) return []
    if (!Array.isArray(list)) {
      this.problems.push(`${place} is not a list.`)
      return []
    }
    return list.map((entry, index) => {
      const at = `${place}[${index}]`
      const members = this.#object(entry, at)
      return { name: this.#text(members, 'name', at), value: this.#text(members, 'value', at) }
    })
  }

  #object(value: unknown, place: string): Members {
    if (isObject(value)) return value
    this.problems.push(`${place} is not an object.`)
    return {}
  }

  #text(members: Members, name: string, place: string): string {
    if (members[name] === undefined) this.problems.push(`${place} has no "${name}".`)
    return this.#optional(members, name, place) ?? ''
  }

  #optional(members: Members, name: string, place: string): string | undefined {
    const value = members[name]
    if (value === undefined || value === null) return undefined
    // Accepts a number, because YAML parses a password that consists of digits as one.
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    this.problems.push(`${place}.${name} is not a string.`)
    return undefined
  }
}
