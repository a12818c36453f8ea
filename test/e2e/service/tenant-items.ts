import { randomUUID } from 'node:crypto'
import type { EventBatch } from '../../../generated/capture/types.ts'
import type { BatchExport, Domain, Invite, Person, Plugin } from '../../../generated/types.ts'
import { createCohort } from '../../../server/persons/cohorts.ts'
import { configurePlugin } from '../../../server/plugins/configs/configure.ts'
import { createProject } from '../../../server/projects/projects.ts'
import { createApi, type Tenant, type TestService } from './harness.ts'

/** A tenant that has at least one item of every resource. */
export interface FilledTenant extends Tenant {
  /** Occurs in every string of its data, but in no id: anyone who sees it has seen this tenant's data. */
  readonly secret: string
  readonly apiToken: string
  /** A project that members see only if they are invited to it. */
  readonly privateProjectId: number
  readonly domain: Domain
  readonly invite: Invite
  readonly batchExport: BatchExport
  /** One plugin from each collection, by the collection's name in paths. */
  readonly plugins: Readonly<
    Record<'pipeline_destinations' | 'pipeline_frontend_apps' | 'pipeline_import_apps', Plugin>
  >
  readonly pluginConfigId: number
  readonly person: Person
  readonly cohortId: number
  readonly memberUuid: string
  /** Fills an operation's path with this tenant's ids. */
  fill(path: string): string
  /** All its ids that a request could contain. */
  readonly ids: readonly (string | number)[]
}

/**
 * Creates a tenant with items of every resource. It is allowed to install plugins, and has another member
 * besides its owner.
 */
export async function fillTenant(service: TestService): Promise<FilledTenant> {
  const { db } = service
  const tenant = await service.makeTenant()
  const { owner, projectId } = tenant
  const { batchExports, domains, invites, persons } = owner.client
  const { pipelineDestinations, pipelineFrontendApps, pipelineImportApps } = owner.client
  const secret = `secret-${randomUUID().slice(0, 8)}`
  const { api_token: apiToken } = await db
    .selectFrom('projects')
    .where('id', '=', projectId)
    .select('api_token')
    .executeTakeFirstOrThrow()
  const distinctIds = [randomUUID(), randomUUID()] as const
  await capture(service.url, { apiToken, secret, distinctIds })
  const project = { project_id: String(projectId) }
  const page = await persons.listPersons({ path: project, query: { distinct_id: distinctIds[0] } })
  const [person] = page.results
  if (person === undefined) throw new Error('The captured person is not listed.')
  const query = { key: 'note', value: secret }
  await persons.updatePersonProperty({ path: { ...project, id: person.id }, query })

  const path = { organization_id: tenant.id }
  const domain = await domains.createDomain({ path, body: { domain: `${secret}.example.com` } })
  const invite = await invites.createInvite({
    path,
    body: { target_email: `${secret}@example.com`, send_email: false },
  })
  const batchExport = await batchExports.createBatchExport({
    path,
    body: { name: secret, interval: 'hour', destination: { type: 'NoOp', config: {} } },
  })
  const newPlugin = { path, body: { name: secret, description: secret } }
  const plugins = {
    pipeline_destinations: await pipelineDestinations.createPipelineDestination(newPlugin),
    pipeline_frontend_apps: await pipelineFrontendApps.createPipelineFrontendApp(newPlugin),
    pipeline_import_apps: await pipelineImportApps.createPipelineImportApp(newPlugin),
  }
  const pluginConfigId = await configurePlugin(db, {
    pluginId: plugins.pipeline_destinations.id,
    projectId,
    enabled: true,
    config: { text: secret },
  })
  if (pluginConfigId === undefined) throw new Error('The plugin could not be configured.')
  const { id: cohortId } = await createCohort(db, { projectId, name: secret, distinctIds: [distinctIds[0]] })
  const { id: privateProjectId } = await createProject(db, {
    organizationId: tenant.id,
    name: secret,
    isPrivate: true,
  })
  await db.updateTable('organizations').set({ name: secret }).where('id', '=', tenant.id).execute()
  const { uuid: memberUuid } = await service.makePerson({ organizationId: tenant.id, level: 1 })
  const itemIds: Readonly<Record<string, string | number>> = {
    batch_exports: batchExport.id,
    domains: domain.id,
    invites: invite.id,
    persons: person.id,
    ...Object.fromEntries(Object.entries(plugins).map(([name, { id }]) => [name, id])),
  }
  return {
    ...tenant,
    secret,
    apiToken,
    privateProjectId,
    domain,
    invite,
    batchExport,
    plugins,
    pluginConfigId,
    person,
    cohortId,
    memberUuid,
    fill(template) {
      const collection = template.split('/')[4] ?? ''
      return template
        .replace('{organization_id}', tenant.id)
        .replace('{project_id}', String(projectId))
        .replace('{user__uuid}', memberUuid)
        .replace('{id}', String(itemIds[collection] ?? tenant.id))
    },
    ids: [
      ...[
        tenant.id,
        owner.uuid,
        memberUuid,
        domain.id,
        invite.id,
        batchExport.id,
        person.uuid,
        ...distinctIds,
      ],
      ...[apiToken, projectId, privateProjectId, person.id, cohortId, pluginConfigId],
      ...Object.values(plugins).map(({ id }) => id),
    ],
  }
}

async function capture(
  url: string,
  {
    apiToken,
    secret,
    distinctIds: [first, second],
  }: { apiToken: string; secret: string; distinctIds: readonly [string, string] },
): Promise<void> {
  const body: EventBatch = {
    api_key: apiToken,
    batch: [
      {
        event: '$identify',
        distinct_id: first,
        properties: { $anon_distinct_id: second },
        $set: { email: `${secret}@example.com` },
      },
      { event: 'seen', distinct_id: first, properties: { note: secret } },
      { event: 'left', distinct_id: first, properties: { note: secret } },
    ],
  }
  const answer = await createApi(url).post('/batch', body)
  if (answer.status !== 200) throw new Error(`The events were refused: ${JSON.stringify(answer.body)}`)
}
