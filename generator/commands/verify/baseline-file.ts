import { existsSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { GRADES, type KnownFailure } from '@concordat/contract'
import { dump } from 'js-yaml'
import { UsageError } from '../../errors/problem.ts'
import { readConfiguredDataFile } from './settings/data-file.ts'

const MEMBERS = ['rule', 'operation', 'clause', 'grade', 'kind', 'check', 'reason']
const REQUIRED = ['rule', 'operation', 'clause']

/**
 * Reads known failures from a file.
 * @param mayBeMissing true if the file is about to be written.
 * @throws {UsageError} that lists everything that is wrong with the file.
 */
export function readBaselineFile(
  path: string,
  { mayBeMissing }: { mayBeMissing: boolean },
): readonly KnownFailure[] {
  const name = relative(process.cwd(), path)
  if (!existsSync(path)) {
    if (mayBeMissing) return []
    throw new UsageError(
      `There is no baseline file "${name}". Fix: write one with concordat verify BASE_URL --baseline ${name} --write-baseline.`,
    )
  }
  const { failures } = Object(readConfiguredDataFile(path)) as { failures?: unknown }
  const wrong = Array.isArray(failures) ? failures.flatMap(problemsOf) : ['"failures" is not a list.']
  if (wrong.length > 0)
    throw new UsageError(`"${name}" is not a baseline:\n${wrong.map((text) => `  ${text}`).join('\n')}`)
  return failures as readonly KnownFailure[]
}

/** Writes known failures to a file: as JSON if its name ends in ".json", otherwise as YAML. */
export function writeBaselineFile(path: string, failures: readonly KnownFailure[]): void {
  const content = { failures }
  const text = path.endsWith('.json')
    ? `${JSON.stringify(content, null, 2)}\n`
    : dump(content, { lineWidth: -1 })
  writeFileSync(path, text)
}

function problemsOf(failure: unknown, index: number): string[] {
  const place = `failures[${index}]`
  if (typeof failure !== 'object' || failure === null) return [`${place} is not an object.`]
  const members = failure as Readonly<Record<string, unknown>>
  const { grade } = members
  return [
    ...REQUIRED.filter((name) => members[name] === undefined).map((name) => `${place} has no "${name}".`),
    ...Object.entries(members).flatMap(([name, value]) => {
      if (!MEMBERS.includes(name))
        return [`${place} has an unknown property "${name}". Expected: ${MEMBERS.join(', ')}.`]
      return typeof value === 'string' ? [] : [`${place}.${name} is not a string.`]
    }),
    ...(typeof grade === 'string' && !GRADES.some((known) => known === grade)
      ? [`${place}.grade is "${grade}". Expected: ${GRADES.join(', ')}.`]
      : []),
  ]
}
