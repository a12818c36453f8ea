import { changeText, sent } from '../../edits.ts'
import { isFields } from '../../exchange.ts'
import type { Fault } from '../../fault.ts'
import { fillsIn, refuses, takesAnyCase, takesText } from '../../laxities.ts'

/** Values that the reference service does not accept, keep or reject as documented. */
export const values: readonly Fault[] = [
  {
    id: 'new-invite-for-owners',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/CreateInvite/properties/level/default',
    does: 'An invite without a level is one for administrators.',
    operations: ['createInvite'],
    make: fillsIn('level', 8),
  },
  {
    id: 'new-export-paused',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/CreateBatchExport/properties/paused/default',
    does: 'A batch export that does not say `paused` is.',
    operations: ['createBatchExport'],
    make: fillsIn('paused', true),
  },
  {
    id: 'new-export-of-persons',
    rule: 'lifecycle',
    kind: 'defaults',
    clause: '#/components/schemas/CreateBatchExport/properties/model/default',
    does: 'A batch export without a model exports persons.',
    operations: ['createBatchExport'],
    make: fillsIn('model', 'persons'),
  },
  {
    id: 'export-paused-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/CreateBatchExport/properties/paused/type',
    does: '`paused` may be the text "true".',
    operations: ['createBatchExport'],
    make: takesText('paused'),
  },
  {
    id: 'member-level-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/UpdateMember/properties/level/type',
    does: 'The level of a member may be the text "8".',
    operations: ['updateMember'],
    make: takesText('level'),
  },
  {
    id: 'two-factor-as-text',
    rule: 'negative',
    kind: 'types',
    clause: '#/components/schemas/WritableOrganization/properties/enforce_2fa/type',
    does: '`enforce_2fa` may be the text "false".',
    operations: ['updateOrganization'],
    make: takesText('enforce_2fa'),
  },
  {
    id: 'interval-in-any-case',
    rule: 'negative',
    kind: 'enum-case',
    clause: '#/components/schemas/WritableBatchExport/properties/interval/enum',
    does: 'The interval "HOUR" is taken for "hour".',
    operations: ['createBatchExport'],
    make: takesAnyCase('interval', ['hour', 'day', 'week', 'every 5 minutes']),
  },
  {
    id: 'plugin-type-in-any-case',
    rule: 'negative',
    kind: 'enum-case',
    clause: '#/components/schemas/WritablePlugin/properties/plugin_type/enum',
    does: 'The plugin type "LOCAL" is taken for "local".',
    operations: ['createPipelineDestination'],
    make: takesAnyCase('plugin_type', ['local', 'source', 'inline']),
  },
  {
    id: 'person-lists-sorted',
    rule: 'lifecycle',
    kind: 'arrays',
    clause: 'updatePerson',
    does: 'Lists among the properties of a person are stored in order of the alphabet.',
    operations: ['updatePerson'],
    make: sent((fields) => {
      const { properties } = fields
      if (!isFields(properties)) return fields
      const sorted = Object.entries(properties).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.toSorted() : value,
      ])
      const next = Object.fromEntries(sorted)
      return JSON.stringify(next) === JSON.stringify(properties) ? fields : { ...fields, properties: next }
    }),
  },
  {
    id: 'plugin-description-cut',
    rule: 'lifecycle',
    kind: 'long-texts',
    clause: 'createPipelineDestination',
    does: 'Descriptions are cut to 255 characters.',
    operations: ['createPipelineDestination'],
    make: sent(changeText('description', (text) => text.slice(0, 255))),
  },
  {
    id: 'entity-id-cut',
    rule: 'lifecycle',
    kind: 'long-texts',
    clause: '#/components/schemas/WritableDomain/properties/saml_entity_id/maxLength',
    does: 'A changed SAML entity id is cut to 255 characters.',
    operations: ['updateDomain'],
    make: sent(changeText('saml_entity_id', (text) => (text.length > 512 ? text : text.slice(0, 255)))),
  },
  {
    id: 'plugin-name-in-latin-1',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'createPipelineImportApp',
    does: 'Characters beyond Latin-1 become question marks.',
    operations: ['createPipelineImportApp'],
    make: sent(changeText('name', (text) => text.replaceAll(/[^\x20-\xff]/gu, '?'))),
  },
  {
    id: 'organization-name-decomposed',
    rule: 'lifecycle',
    kind: 'non-ascii',
    clause: 'updateOrganization',
    does: 'Letters with accents are stored as letters and accents.',
    operations: ['updateOrganization'],
    make: sent(changeText('name', (text) => (text.length > 64 ? text : text.normalize('NFD').slice(0, 64)))),
  },
  {
    id: 'longest-name-refused',
    rule: 'negative',
    kind: 'boundaries',
    clause: '#/components/schemas/WritableOrganization/properties/name/maxLength',
    does: 'A name of 64 characters is refused.',
    operations: ['createOrganization'],
    make: refuses(({ name }) => typeof name === 'string' && [...name].length === 64, { name: '' }),
  },
  {
    id: 'longest-entity-id-refused',
    rule: 'negative',
    kind: 'boundaries',
    clause: '#/components/schemas/WritableDomain/properties/saml_entity_id/maxLength',
    does: 'A SAML entity id of 512 characters is refused.',
    operations: ['updateDomain'],
    make: refuses(({ saml_entity_id: id }) => typeof id === 'string' && [...id].length === 512, {
      saml_entity_id: 5,
    }),
  },
]
