/** A header from the command line. @see RFC 9110, 5.1 and 5.5 */
export const headerKind = {
  expected: 'the form "Name: value"',
  read(text: string): readonly [name: string, value: string] | undefined {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([^\r\n\0]*)$/.exec(text) ?? []
    return name === undefined || value === undefined ? undefined : [name, value]
  },
}

/** A path parameter's value from the command line. */
export const parameterKind = {
  expected: 'the name of a path parameter, "=" and its value',
  read(text: string): readonly [name: string, value: string] | undefined {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
    return name === undefined || value === undefined ? undefined : [name, value]
  },
}
