import { changeText, request, sent } from '../../edits.ts'
import { isFields, withJson, withQuery } from '../../exchange.ts'
import type { Fault } from '../../fault.ts'
import { fillsIn, sentTexts } from '../../laxities.ts'
import { mergesInTheAnswerAlone } from '../../memories.ts'

/** Values that the reference service does not accept, keep or reject as documented. Reported separately. */
export const unseenValues: readonly Fault[] = [
  {
    id: 'new-organization-silent',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/CreateOrganization/properties/is_member_join_email_enabled/default',
    does: 'Members of a new organization are told nothing unless it says so.',
    operations: ['createOrganization'],
    make: fillsIn('is_member_join_email_enabled', false),
  },
  {
    id: 'page-of-ten-persons',
    rule: 'list-protocol',
    kind: 'defaults',
    clause: '#/components/parameters/Limit/schema/default',
    does: 'A list of persons without a limit has ten.',
    operations: ['listPersons'],
    make: request((call) => (call.query.has('limit') ? call : withQuery(call, { limit: '10' }))),
  },
  {
    id: 'choices-without-twins',
    rule: 'lifecycle',
    kind: 'arrays',
    clause: '#/components/schemas/WritablePlugin/properties/capabilities',
    does: 'Methods that are named twice are kept once.',
    operations: ['createPipelineDestination'],
    make: sent((fields) => {
      const { capabilities } = fields
      if (!isFields(capabilities) || !Array.isArray(capabilities['methods'])) return fields
      const methods = [...new Set(capabilities['methods'])]
      if (methods.length === capabilities['methods'].length) return fields
      return { ...fields, capabilities: { ...capabilities, methods } }
    }),
  },
  {
    id: 'invite-message-cut',
    rule: 'lifecycle',
    kind: 'long-texts',
    clause: 'createInvite',
    does: 'Messages of invites are cut to 100 characters.',
    operations: ['createInvite'],
    make: sent(changeText('message', (text) => text.slice(0, 100))),
  },
  {
    id: 'person-properties-ascii',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'updatePerson',
    does: 'Characters beyond ASCII are dropped from properties.',
    operations: ['updatePerson'],
    make: sentTexts('properties', (text) => text.replaceAll(/[^\x20-\x7e]/gu, '')),
  },
  {
    id: 'person-answers-merge-keeps-last',
    rule: 'lifecycle',
    kind: 'free-objects',
    clause: 'updatePerson',
    does: 'A change of properties answers old and new ones, and keeps the new ones alone.',
    operations: ['updatePerson'],
    make: mergesInTheAnswerAlone('properties', (call, members) => ({
      ...withJson({ ...call, method: 'POST' }, {}),
      path: `${call.path.replace(/\/$/, '')}/delete_property`,
      query: new URLSearchParams(members.slice(0, 1).map((name) => ['$unset', name])),
    })),
  },
]
