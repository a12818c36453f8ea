import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { createApp } from '@concordat/runtime/server'
import fc from 'fast-check'
import { judgeDifferences, type NamedDifference } from './differences.ts'
import type { Judge } from './judge.ts'
import { isThere } from './multipart/readers.ts'

const SEED = 20_261_126
const NUMBERS = 2000

/** Numbers at the limits of 32, 53, 63 and 64 bits, of doubles and of floats, and unusual notations. */
const EDGES = [
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '2147483647.5', '4294967296'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['-9223372036854775808', '-9223372036854775809', '18446744073709551615', '18446744073709551616'],
  ...[
    '1.7976931348623157e308',
    '1.8e308',
    '5e-324',
    '2e-324',
    '-0',
    '-0.0',
    '0e5',
    '1E+2',
    '100e-2',
    '15e-1',
  ],
  ...['3.4028235e38', '3.5e38', '1.0', '1.00', '0.1', '1e400', '1e-400', '123456789012345678901234567890'],
  // None of these strings is valid JSON.
  ...[
    '+1',
    '01',
    '-01',
    '.5',
    '1.',
    '1.e1',
    '1e',
    '1e+',
    '0x1',
    'NaN',
    'Infinity',
    '-',
    '1_000',
    '1,0',
    '--1',
    '١',
  ],
]

const digits = fc.stringMatching(/^(0|[1-9]\d{0,20})$/)
const number = fc
  .tuple(
    fc.constantFrom('', '', '-'),
    digits,
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''))

/**
 * The result of reading a string: the double that it represents, and the integer types that can contain it.
 */
interface Reading {
  /**
   * The 64 bits of the double in hexadecimal; `undefined` if the string is not a JSON number or is outside
   * the range of doubles.
   */
  readonly double: string | undefined
  readonly int32: boolean
  readonly int64: boolean
}

const PARTS = ['double', 'int32', 'int64'] as const

/** A string that another language reads differently. */
interface Difference {
  readonly by: string
  readonly text: string
  readonly part: (typeof PARTS)[number]
  readonly ours: Reading
  readonly theirs: Reading
}

/**
 * True if the value, read as a double, is an integer that the server accepts and the other reader does not.
 */
const isRounded = ({ part, text, ours, theirs }: Difference): boolean =>
  part !== 'double' && ours[part] && !theirs[part] && Number.isInteger(Number(text))

const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason:
      'Go rejects integers written with a fraction or an exponent, but 1.0 and 1e2 are integers (JSON Schema Core 2020-12, 4.2.1).',
    fits: (difference) => difference.by === 'Go' && isRounded(difference) && /[.eE]/.test(difference.text),
  },
  {
    reason:
      'JavaScript reads numbers as doubles (RFC 8259, 6), so a fraction can be rounded away, and 2^63 might have been 2^63 - 1.',
    fits: isRounded,
  },
]

/** Compares the numbers that the generated server reads with those that other languages read. */
export const numbers: Judge = {
  name: 'numbers',
  measures: 'JSON numbers that Go or Java reads differently, apart from known differences',
  async judge({ onStep }) {
    const others = Object.entries(READERS).filter(
      ([, { command }]) => isThere(command, 'version') || isThere(command, '-version'),
    )
    if (others.length === 0) return { skipped: 'neither Go nor Java is installed' }
    const texts = [...EDGES, ...fc.sample(number, { numRuns: NUMBERS, seed: SEED })]
    const readings = await readByServer(texts)
    const differences: Difference[] = []
    for (const [by, { read }] of others) {
      onStep(`numbers: read by ${by}`)
      for (const [index, theirs] of read(texts).entries()) {
        const [text, ours] = [texts[index], readings[index]]
        if (text === undefined || ours === undefined) continue
        for (const part of PARTS)
          if (ours[part] !== theirs[part]) differences.push({ by, text, part, ours, theirs })
      }
    }
    return judgeDifferences({
      compared: `${texts.length} texts, read by ${others.map(([name]) => name).join(' and ')}`,
      differences,
      named: NAMED,
      describe: ({ by, text, part, ours, theirs }) =>
        `${by}: ${text} as ${part}: ${theirs[part]}, not ${ours[part]}`,
      isFixed: others.length === Object.keys(READERS).length,
    })
  },
}

const bits = new DataView(new ArrayBuffer(8))

function bitsOf(value: number): string {
  bits.setFloat64(0, value)
  return bits.getBigUint64(0).toString(16)
}

const FORMATS = {
  double: { type: 'number', format: 'double' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
} as const

async function readByServer(texts: readonly string[]): Promise<readonly Reading[]> {
  let given: unknown
  const operations = PARTS.map(
    (part): OperationDescriptor => ({
      operationId: part,
      pointer: '#',
      tag: 'default',
      method: 'POST',
      path: `/${part}`,
      requestBody: { required: true, content: { 'application/json': { schema: FORMATS[part] } } },
      responses: { 204: {} },
    }),
  )
  const document: DocumentDescriptor = {
    ...{ title: 'Numbers', version: '1', resources: [], definitions: {}, securitySchemes: {} },
    operations,
  }
  const handler = ({ body }: { readonly body: unknown }) => {
    given = body
    return { status: 204 }
  }
  const app = createApp(document, {
    validateResponses: 'off',
    handlers: Object.fromEntries(PARTS.map((part) => [part, handler])),
  })
  const send = async (part: string, body: string): Promise<number | undefined> => {
    const headers = { 'content-type': 'application/json' }
    const { status } = await app(new Request(`http://127.0.0.1/${part}`, { method: 'POST', headers, body }))
    return status === 204 ? Number(given) : undefined
  }
  const readings: Reading[] = []
  for (const text of texts) {
    const double = await send('double', text)
    readings.push({
      double: double === undefined ? undefined : bitsOf(double),
      int32: (await send('int32', text)) !== undefined,
      int64: (await send('int64', text)) !== undefined,
    })
  }
  return readings
}

const GO = `package main

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
)

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	all := []map[string]any{}
	for _, text := range texts {
		var double float64
		var small int32
		var large int64
		reading := map[string]any{
			"int32": json.Unmarshal([]byte(text), &small) == nil,
			"int64": json.Unmarshal([]byte(text), &large) == nil,
		}
		if json.Unmarshal([]byte(text), &double) == nil {
			reading["double"] = strconv.FormatUint(math.Float64bits(double), 16)
		}
		all = append(all, reading)
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`

/**
 * Java has no built-in JSON reader, so numbers that match the grammar of RFC 8259 are read exactly, as
 * Jackson reads integers.
 */
const JAVA = `import java.math.BigDecimal;
import java.util.Scanner;

class Main {
  public static void main(String[] arguments) {
    Scanner lines = new Scanner(System.in, "UTF-8").useDelimiter("\\n");
    StringBuilder all = new StringBuilder();
    while (lines.hasNext()) {
      String text = lines.next();
      all.append(all.length() == 0 ? "[" : ",").append("{");
      boolean isNumber = text.matches("-?(0|[1-9][0-9]*)(\\\\.[0-9]+)?([eE][+-]?[0-9]+)?");
      if (isNumber && Double.isFinite(Double.parseDouble(text)))
        all.append("\\"double\\":\\"").append(Long.toHexString(Double.doubleToRawLongBits(Double.parseDouble(text)))).append("\\",");
      all.append("\\"int32\\":").append(isNumber && holds(text, 32));
      all.append(",\\"int64\\":").append(isNumber && holds(text, 64)).append("}");
    }
    System.out.println(all.append("]"));
  }

  static boolean holds(String text, int bits) {
    try {
      BigDecimal value = new BigDecimal(text);
      if (bits == 32) value.intValueExact();
      else value.longValueExact();
      return true;
    } catch (ArithmeticException error) {
      return false;
    }
  }
}
`

const READERS: Readonly<
  Record<
    string,
    { readonly command: string; readonly read: (texts: readonly string[]) => readonly Reading[] }
  >
> = {
  Go: {
    command: 'go',
    read: (texts) => run('main.go', GO, { command: ['go', 'run'], input: JSON.stringify(texts) }),
  },
  Java: {
    command: 'java',
    read: (texts) => run('Main.java', JAVA, { command: ['java'], input: texts.join('\n') }),
  },
}

function run(
  name: string,
  program: string,
  {
    command: [command = '', ...args],
    input,
  }: { readonly command: readonly string[]; readonly input: string },
): readonly Reading[] {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-numbers-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, program)
    return JSON.parse(execFileSync(command, [...args, file], { input, encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
