import { createHash } from 'node:crypto'
import { type SarifLevel, type SarifResult, type SarifRule, sarifLog } from '@concordat/contract'
import { CONSEQUENCES } from '../../diff/kinds/consequences.ts'
import { type ChangeKindName, changeKind, changeSeverity, type Severity } from '../../diff/kinds/kinds.ts'
import type { ChangePlace, DiffReport, ReportedChange } from '../../diff/report/report.ts'
import { brokenByChange } from '../../diff/report/words.ts'
import { readManifest } from '../../package/manifest.ts'

const LEVEL: Readonly<Record<Severity, SarifLevel>> = { error: 'error', warning: 'warning', info: 'note' }

/** Reports each change at its location in the new document, and adds its location in the old one. */
export function sarifDiff(report: DiffReport): string {
  const { old, new: now, changes, totals } = report
  return sarifLog({
    version: readManifest().version,
    rules: [...new Set(changes.map(({ kind }) => kind))].map(ruleOf),
    results: changes.map((change) => resultOf(change, report)),
    invocation: { executionSuccessful: true },
    properties: { old, new: now, ...totals },
  })
}

function ruleOf(kind: ChangeKindName): SarifRule {
  const { says, breaks } = changeKind(kind)
  const description = `… ${says.replaceAll('{was}', 'OLD').replaceAll('{is}', 'NEW')}`
  const text = `Breaks ${breaks.map((consequence) => CONSEQUENCES[consequence]).join(', ') || 'nobody'}.`
  return {
    id: kind,
    level: LEVEL[changeSeverity(kind)],
    description,
    help: { text, markdown: text },
    tags: ['diff'],
  }
}

function resultOf(change: ReportedChange, report: DiffReport): SarifResult {
  const { kind, severity, label, says, was, is, operations, old, new: now } = change
  const sides = [now, old].flatMap((place) => (place === undefined ? [] : [clausePlace(place)]))
  // Viewers open files from the working tree, so a removed part is reported for the new document as a whole.
  const places = now === undefined ? [{ clause: old?.pointer ?? '', file: report.new }, ...sides] : sides
  const [place = { clause: '', file: report.new }, ...otherPlaces] = places
  const key = JSON.stringify([kind, label, was, is])
  return {
    rule: kind,
    level: LEVEL[severity],
    text: `${label} ${says}. Breaks ${brokenByChange(change)}.`,
    place,
    otherPlaces,
    fingerprint: ['concordatChange/v1', createHash('sha256').update(key).digest('hex').slice(0, 32)],
    properties: { operations },
  }
}

function clausePlace({ pointer, ...place }: ChangePlace) {
  return { clause: pointer, ...place }
}
