import type { Walk } from './exercise.ts'
import type { Subject } from './subject.ts'

/** Strings that a careless service truncates or changes. */
const LONG_TEXT = 'long '.repeat(60)

const PAST = '2020-01-01T00:00:00Z'

const organizations: Walk = {
  path: 'api/organizations',
  operations: [
    'listOrganizations',
    'createOrganization',
    'getOrganization',
    'updateOrganization',
    'deleteOrganization',
  ],
  create: () => ({ name: 'Ärger & Söhne' }),
  changes: [
    { name: 'Another Name', slug: 'chosen', member_count: '7', created_at: PAST, customer_id: 'customer' },
    { is_member_join_email_enabled: false, enforce_2fa: true },
  ],
  variants: [
    { name: undefined },
    { name: '' },
    { name: 'x'.repeat(65) },
    { name: 'x'.repeat(64) },
    { name: 'Zażółć' },
    { name: 'With 🛎' },
    { enforce_2fa: 'false' },
    { name: 5 },
    { name: null },
    { is_member_join_email_enabled: 'yes' },
  ],
  scopes: ['project:read', 'organization:read', 'organization:write'],
}

const domains: Walk = {
  path: 'domains',
  operations: ['listDomains', 'createDomain', 'getDomain', 'updateDomain', 'deleteDomain', 'verifyDomain'],
  create: () => ({
    domain: `${crypto.randomUUID()}.example.com`,
    saml_entity_id: 'entity',
    verification_challenge: 'x',
  }),
  changes: [
    { saml_entity_id: 'other', is_verified: true, verified_at: PAST, has_saml: true },
    { saml_entity_id: null, saml_x509_cert: 'certificate' },
  ],
  variants: [
    { domain: undefined },
    { domain: 'no domain' },
    { sso_enforcement: 'none' },
    { saml_entity_id: 'x'.repeat(513) },
    { saml_entity_id: 'x'.repeat(512) },
    { saml_acs_url: 5 },
  ],
  actions: ['verify'],
  scopes: ['project:read', 'organization:read', 'organization:write'],
}

const exports: Walk = {
  path: 'batch_exports',
  operations: [
    'listBatchExports',
    'createBatchExport',
    'getBatchExport',
    'updateBatchExport',
    'deleteBatchExport',
    'pauseBatchExport',
    'unpauseBatchExport',
  ],
  create: () => ({
    name: 'A long name of an export',
    model: 'persons',
    destination: { type: 'NoOp', config: {} },
    interval: 'hour',
    start_at: '2030-01-01T00:00:00+02:00',
    team_id: 4711,
    created_at: PAST,
  }),
  changes: [
    { name: 'Another', paused: true, team_id: 4711, last_updated_at: PAST },
    { interval: 'day', end_at: '2031-01-01T00:00:00Z' },
  ],
  variants: [
    { interval: 'century' },
    { destination: undefined },
    { start_at: 'tomorrow' },
    { paused: 'yes' },
    { paused: 'true' },
    { paused: undefined, model: undefined },
    { interval: 'HOUR' },
    { model: 'cats' },
  ],
  actions: ['pause', 'unpause', 'pause'],
  scopes: ['project:read', 'batch_export:read', 'batch_export:write'],
}

/** A backfill needs dates, which no other action accepts. */
const backfills: Walk = {
  ...exports,
  operations: ['backfillBatchExport'],
  create: () => ({ name: 'An export', destination: { type: 'NoOp', config: {} }, interval: 'hour' }),
  actions: ['backfill'],
  actionBody: { start_at: '2024-07-01T00:00:00Z', end_at: '2024-07-01T01:00:00Z' },
}

const logs: Walk = {
  path: 'logs',
  operations: ['listBatchExportLogs'],
  queries: ['level=ERROR', 'after=2025-01-01T00:00:00Z&before=2024-01-01T00:00:00Z'],
}

const invites: Walk = {
  path: 'invites',
  operations: ['listInvites', 'createInvite', 'deleteInvite'],
  create: () => ({
    target_email: `${crypto.randomUUID()}@example.com`,
    level: 8,
    message: 'Hello',
    is_expired: true,
  }),
  variants: [
    { message: null },
    { message: LONG_TEXT },
    { level: undefined },
    { target_email: 'no address' },
    { level: 2 },
    { first_name: 'x'.repeat(31) },
  ],
  scopes: ['project:read', 'organization_member:read', 'organization_member:write'],
}

const bulkInvites: Walk = {
  path: 'invites/bulk',
  operations: ['createInvites'],
  create: () => ({ target_email: `${crypto.randomUUID()}@example.com` }),
}

/** @param name the collection's name. @param operation the last part of its operationIds. */
function plugins(name: string, operation: string): Walk {
  return {
    path: name,
    operations: [
      `list${operation}s`,
      `create${operation}`,
      `get${operation}`,
      `update${operation}`,
      `delete${operation}`,
    ],
    create: () => ({
      name: 'A plugin',
      description: 'Does things',
      organization_name: 'Other',
      latest_tag: 'v9',
    }),
    changes: [{ description: 'Other things', organization_name: 'Other', latest_tag: 'v9' }],
    variants: [
      { name: undefined },
      { name: 'Zażółć 🛎' },
      { name: 'with a \u0001' },
      { plugin_type: 'LOCAL' },
      { description: LONG_TEXT },
      { capabilities: { methods: ['twice', 'twice'] } },
    ],
    scopes: ['project:read', 'plugin:read', 'plugin:write'],
  }
}

const projects: Walk = {
  path: 'api/projects',
  operations: ['listProjects'],
  scopes: ['project:read', 'plugin:read'],
}

/** Returns walks through items that exist from the beginning. */
function givens({ given = {} }: Subject): readonly Walk[] {
  const { project_id, persons_id, organization_id, user__uuid } = given
  const project = `api/projects/${project_id}`
  const persons: Walk = {
    path: `${project}/persons`,
    operations: ['listPersons', 'getPerson', 'updatePerson', 'deletePerson'],
    ids: [String(persons_id)],
    changes: [{ properties: { plan: 'paid', list: ['b', 'a'], text: 'Zażółć' } }],
    queries: [
      'format=csv',
      'email=person-1%40example.com&search=person-1',
      'email=person-1%40example.com',
      'distinct_id=person-1',
      'search=person-1',
      'email=nobody%40example.com',
    ],
    scopes: ['project:read', 'person:read', 'person:write'],
  }
  const view = (name: string, operation: string, scopes: readonly string[]): Walk => ({
    path: `${project}/persons/${name}`,
    operations: [operation],
    scopes,
    queries: ['entity_id=signed%20up&entity_type=events&date_from=-7d'],
  })
  return [
    persons,
    {
      path: `api/organizations/${organization_id}/members`,
      operations: ['listMembers', 'updateMember', 'deleteMember'],
      ids: [String(user__uuid)],
      changes: [{ level: 8 }, { level: 1 }],
      variants: [{ level: 3 }, { level: '8' }],
      scopes: ['project:read', 'organization_member:read', 'organization_member:write'],
    },
    view('cohorts', 'listPersonsCohorts', ['person:read', 'cohort:read']),
    view('activity', 'listPersonsActivity', ['activity_log:read', 'person:read']),
    view('trends', 'getPersonsTrends', ['person:read', 'project:read']),
  ]
}

/** Returns walks through everything that the reference service's operations can do, parents first. */
export function referenceWalks(
  subject: Subject,
  operations: readonly string[],
): readonly (readonly Walk[])[] {
  const below = [
    domains,
    exports,
    backfills,
    invites,
    bulkInvites,
    plugins('pipeline_destinations', 'PipelineDestination'),
    plugins('pipeline_frontend_apps', 'PipelineFrontendApp'),
    plugins('pipeline_import_apps', 'PipelineImportApp'),
  ].map((walk) => [organizations, walk])
  return [
    [organizations],
    [projects],
    [organizations, exports, logs],
    ...givens(subject).map((walk) => [walk]),
    ...below,
  ].filter((walks) => walks.at(-1)?.operations.some((operation) => operations.includes(operation)))
}
