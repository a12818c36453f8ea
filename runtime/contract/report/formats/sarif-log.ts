import type { ClausePlace } from '../report-document.ts'
import { reportJsonText } from './json-text.ts'

export type SarifLevel = 'error' | 'warning' | 'note'

export interface SarifRule {
  readonly id: string
  readonly level: SarifLevel
  /** The rule's requirement. Programs with little space show only its first sentence. */
  readonly description: string
  readonly help: { readonly text: string; readonly markdown: string }
  readonly tags: readonly string[]
}

export interface SarifResult {
  readonly rule: string
  readonly level: SarifLevel
  readonly text: string
  readonly place: ClausePlace
  readonly otherPlaces: readonly ClausePlace[]
  /** The fingerprint's name and value, which are the same in every run that finds the fault. */
  readonly fingerprint: readonly [name: string, value: string]
  readonly properties: object
  /** Other members. */
  readonly more?: object
}

/** SARIF 2.1.0 of one run. */
export function sarifLog({
  version,
  rules,
  results,
  invocation,
  properties,
}: {
  /** Concordat's version; absent if unknown. */
  readonly version?: string | undefined
  readonly rules: readonly SarifRule[]
  readonly results: readonly SarifResult[]
  readonly invocation: object
  readonly properties: object
}): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Concordat',
            ...(version !== undefined && { semanticVersion: version }),
            rules: rules.map(describeRule),
          },
        },
        invocations: [invocation],
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => describeResult(result, rules)),
        properties,
      },
    ],
  }
  return reportJsonText(log)
}

function describeRule({ id, description, help, level, tags }: SarifRule): object {
  return {
    id,
    shortDescription: { text: description.replace(/(?<=\.) .*/s, '') },
    // GitHub requires it.
    fullDescription: { text: description },
    help,
    defaultConfiguration: { level },
    properties: { tags },
  }
}

function describeResult(
  { rule, level, text, place, otherPlaces, fingerprint, more, properties }: SarifResult,
  rules: readonly SarifRule[],
): object {
  const [name, value] = fingerprint
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level,
    message: { text },
    locations: [describePlace(place)],
    ...(otherPlaces.length > 0 && {
      relatedLocations: otherPlaces.map((other, index) => ({ id: index + 1, ...describePlace(other) })),
    }),
    partialFingerprints: { [name]: value },
    ...more,
    properties,
  }
}

function describePlace({ clause, file, line, column }: ClausePlace): object {
  return {
    ...(file !== '' && {
      physicalLocation: {
        artifactLocation: { uri: uriOf(file) },
        ...(line !== undefined && { region: { startLine: line, startColumn: column ?? 1 } }),
      },
    }),
    logicalLocations: [{ fullyQualifiedName: clause }],
  }
}

/** Converts a file name to a relative reference. A URL is unchanged. @see RFC 3986, 4.2 */
function uriOf(file: string): string {
  if (/^[a-z]+:\/\//.test(file)) return file
  return file.toWellFormed().split(/[\\/]/).map(encodeURIComponent).join('/')
}
