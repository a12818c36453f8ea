import type { Check } from '../../check.ts'
import { versionMemberToChange } from '../../evidence/changes/changed-member.ts'
import { rules } from './rules.ts'
import { checkVersion } from './version.ts'

/** A client is notified if its change conflicts with another client's change. */
export const locking: Check = {
  code: 'locking',
  description:
    'If a change must include the version of its item and the document lists a conflict response, a change with the current version is accepted and never lowers the version. A change with the previous version is rejected and changes nothing.',
  assertions: Object.values(rules),
  example: '`PATCH /pets/7` with `"version": 3` overwrites version 4.',
  fix: 'Compare and store versions in one transaction, and return 409 or 412 if they differ.',
  applies: (operation, document) => versionMemberToChange({ document }, operation) !== undefined,
  title: () => 'a change must include the current version of its item',
  run: checkVersion,
}
