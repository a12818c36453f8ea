const OF_MESSAGE =
  /^(content-type|content-length|content-encoding|transfer-encoding|trailer|te|connection|keep-alive|proxy-connection|upgrade|date)$/i

/**
 * True for a header about the framing and transfer of a message, which the message's sender sets, whoever
 * makes the response. @see RFC 9110, 6.6.1, 7.6.1, 8.4 and 8.6; RFC 9112, 6.1
 */
export function isSetBySender(name: string): boolean {
  return OF_MESSAGE.test(name)
}
