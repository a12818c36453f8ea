/** An amount in cents, as a program holds what travels as "12.50". */
export interface Money {
  readonly cents: number
}

export function parseMoney(text: string): Money {
  if (!/^-?\d+\.\d\d$/.test(text)) throw new RangeError('it is no amount with two decimals')
  return { cents: Number(text.replace('.', '')) }
}

export function writeMoney({ cents }: Money): string {
  return (cents / 100).toFixed(2)
}
