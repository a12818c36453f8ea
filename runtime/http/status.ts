/** Success statuses of RFC 9110 and its registered extensions. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226

export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308

export type ClientErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 407
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 418
  | 421
  | 422
  | 423
  | 424
  | 425
  | 426
  | 428
  | 429
  | 431
  | 451

export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511

export type InformationalStatus = 100 | 101 | 102 | 103

/** All other statuses, which `default` stands for if a success is documented. */
export type FailureStatus = RedirectStatus | ClientErrorStatus | ServerErrorStatus

/**
 * True if a key of `responses` documents a success: a 2xx, or `default` if all other keys are errors (4xx or
 * 5xx). If there is any other status, even a 101 or 302, `default` stands for failures.
 * @param all All keys of `responses`.
 * @see OpenAPI 3.1.1, Responses Object
 */
export function isSuccessKey(key: string, all: readonly string[]): boolean {
  return key === 'default' ? !all.some((other) => /^[123]/.test(other)) : key.startsWith('2')
}

/**
 * True if a key of `responses` documents errors: a 4xx, a 5xx, or a `default` that documents no success.
 * @param all All keys of `responses`.
 */
export function isErrorKey(key: string, all: readonly string[]): boolean {
  return key === 'default' ? !isSuccessKey(key, all) : /^[45]/.test(key)
}

/**
 * Returns the key of `responses` that describes a status: the exact code, otherwise its range, otherwise
 * `default`. `undefined` if the status is undocumented.
 * @param status HTTP status, integer, 100 to 599.
 * @see OpenAPI 3.1.1, Responses Object
 */
export function responseKeyFor(responses: object, status: number): string | undefined {
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, 'default']
  return keys.find((key) => Object.hasOwn(responses, key))
}

/** Returns the entry of `responses` that describes a status; `undefined` if the status is undocumented. */
export function responseFor<Entry>(
  responses: Readonly<Record<string, Entry>>,
  status: number,
): Entry | undefined {
  return responses[responseKeyFor(responses, status) ?? '']
}

/**
 * True if HTTP sends no content with this status, or in response to this method, whatever headers and
 * documents say.
 * @see RFC 9110, 6.4.1, 9.3.2 and 15.3.6
 */
export function isWithoutContent(status: number, method?: string): boolean {
  return method === 'HEAD' || status < 200 || [204, 205, 304].includes(status)
}
