import { HttpProblem, type ProblemKind } from '../runtime/server/problem.ts'

/** Why the service refuses a request, beyond what the document's validation finds. The one table of these answers. */
const refusals = {
  notFound: { status: 404, code: 'not_found', detail: 'Not found.' },
  organizationNotFound: { status: 404, code: 'not_found', detail: 'Organization not found.' },
  projectNotFound: { status: 404, code: 'not_found', detail: 'Project not found.' },
  noOrganization: { status: 404, code: 'not_found', detail: 'You need to belong to an organization.' },
  forbidden: {
    status: 403,
    code: 'permission_denied',
    detail: 'You do not have permission to perform this action.',
  },
  levelTooLow: {
    status: 403,
    code: 'permission_denied',
    detail: 'Your organization access level is insufficient.',
  },
  ownLevel: { status: 403, code: 'permission_denied', detail: "You can't change your own access level." },
  notAdministrator: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit others if you are an admin.',
  },
  notOwner: {
    status: 403,
    code: 'permission_denied',
    detail: "You can only make another member owner if you're this organization's owner.",
  },
  levelAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only change access level of others to lower or equal to your current one.',
  },
  memberAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only edit others with level lower or equal to you.',
  },
  ownerLeaves: { status: 400, code: 'invalid_input', detail: 'Cannot leave the organization as its owner!' },
  blank: { status: 400, code: 'blank', detail: 'This field may not be blank.' },
  inviteAboveOwn: {
    status: 403,
    code: 'permission_denied',
    detail: 'You can only invite with a level lower or equal to your current one.',
  },
  alreadyMember: {
    status: 400,
    code: 'invalid_input',
    detail: 'A user with this email address already belongs to the organization.',
  },
  projectNotVisible: {
    status: 400,
    code: 'invalid_input',
    detail: 'This organization has no such project, or it is private and you do not have access to it.',
  },
  projectAboveOwn: {
    status: 400,
    code: 'invalid_input',
    detail: 'You can only invite to a project with a level lower or equal to your own there.',
  },
  inviteExpired: {
    status: 400,
    code: 'expired',
    detail: 'This invite has expired. Ask an administrator of the organization for a new one.',
  },
  inviteForOther: {
    status: 400,
    code: 'invalid_recipient',
    detail: 'This invite is for another email address.',
  },
  nullCharacter: {
    status: 400,
    code: 'null_characters_not_allowed',
    detail: 'Null characters are not allowed.',
  },
  domainSyntax: {
    status: 400,
    code: 'invalid_input',
    detail: 'Please enter a valid domain or subdomain name.',
  },
  domainTaken: { status: 400, code: 'unique', detail: 'domain with this domain already exists.' },
  domainVerified: {
    status: 400,
    code: 'already_verified',
    detail: 'This domain has already been verified.',
  },
  domainNotVerified: {
    status: 400,
    code: 'verification_required',
    detail: 'This attribute cannot be updated until the domain is verified.',
  },
  nameSystemFailed: {
    status: 503,
    code: 'name_system_failed',
    detail: 'The domain name system gave no answer. Try again later.',
  },
  nestedTooDeep: {
    status: 400,
    code: 'invalid_input',
    detail: 'A value is nested more than 200 levels deep.',
  },
  bodyNotGzip: { status: 400, code: 'parse_error', detail: 'The request body is not valid gzip.' },
  encodingUnknown: {
    status: 415,
    code: 'unsupported_media_type',
    detail: 'The Content-Encoding of the request is not supported; gzip is.',
  },
  bodyTooLarge: {
    status: 413,
    code: 'request_too_large',
    detail: 'The request body is larger than 20 MB.',
  },
  tokenUnknown: { status: 401, code: 'invalid_api_key', detail: 'No project has this API key.' },
  eventMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  distinctIdMissing: {
    status: 400,
    code: 'missing_distinct_id',
    detail: 'An event needs a distinct_id, which says who did it.',
  },
  timestampUnreadable: {
    status: 400,
    code: 'invalid_payload',
    detail: 'The timestamp of an event is not a moment by ISO 8601.',
  },
  compressionOfOtherFormat: {
    status: 400,
    code: 'invalid_input',
    detail: 'JSON Lines can be compressed with gzip or brotli; other compressions are for Parquet.',
  },
  pathOutsideRoot: {
    status: 400,
    code: 'invalid_input',
    detail: 'The path has to be relative, and to stay below the folder for exports.',
  },
  addressNotHttp: {
    status: 400,
    code: 'invalid_input',
    detail: 'The address has to begin with http or https.',
  },
  queryUnparsable: { status: 400, code: 'invalid_input', detail: 'Failed to parse query' },
  queryInvalid: {
    status: 400,
    code: 'invalid_input',
    detail:
      'Invalid HogQL query: each item has to be a known column, a property or a constant, and to have a name of its own.',
  },
  queryUnion: { status: 400, code: 'invalid_input', detail: 'UNIONs are not supported' },
  queryJoin: { status: 400, code: 'invalid_input', detail: 'JOINs are not supported' },
  querySource: { status: 400, code: 'invalid_input', detail: 'Query must SELECT FROM events' },
  querySourceOther: { status: 400, code: 'invalid_input', detail: 'Query must only SELECT FROM events' },
  queryUnsupported: { status: 400, code: 'invalid_input', detail: 'Unsupported HogQL query' },
  backfillOrder: {
    status: 400,
    code: 'invalid_input',
    detail: "The initial backfill datetime 'start_at' happens after 'end_at'",
  },
  backfillInFuture: {
    status: 400,
    code: 'invalid_input',
    detail: "The backfill datetime 'end_at' is more than one interval in the future.",
  },
  backfillTooLong: {
    status: 400,
    code: 'invalid_input',
    detail: 'The backfill would need more than 10,000 runs. Choose a shorter range or a longer interval.',
  },
  dateSyntax: {
    status: 400,
    code: 'invalid_input',
    detail: 'This is no date: use "2026-01-31", a moment in ISO 8601, "-7d", "mStart" or "all".',
  },
  tooManyPeriods: {
    status: 400,
    code: 'invalid_input',
    detail: 'The dates hold more than 10,000 periods. Choose a shorter range or a longer interval.',
  },
  actionUnknown: { status: 400, code: 'does_not_exist', detail: 'This action does not exist.' },
  mathUnknown: { status: 400, code: 'invalid_choice', detail: 'This value is not a valid choice.' },
  funnelStepOutOfRange: {
    status: 400,
    code: 'invalid_input',
    detail: 'The step has to be one of the funnel: from 1, or from -2 for those who dropped out before it.',
  },
  tooManyEntities: {
    status: 400,
    code: 'max_length',
    detail: 'Ensure this field has no more than 30 elements.',
  },
  filterSyntax: { status: 400, code: 'invalid_input', detail: 'Properties are unparsable!' },
  filterTooLarge: {
    status: 400,
    code: 'invalid_input',
    detail: 'The filter has more than 1,000 conditions and values, or groups nested more than 10 deep.',
  },
  regexSyntax: { status: 400, code: 'invalid_input', detail: 'This is no valid regular expression.' },
  breakdownMissing: { status: 400, code: 'required', detail: 'This field is required.' },
  eventCondition: {
    status: 400,
    code: 'invalid_input',
    detail: 'Persons are found by their properties and cohorts, not by properties of events.',
  },
  personWithoutId: {
    status: 400,
    code: 'invalid_input',
    detail: 'The person has no distinct id for which an event could be captured.',
  },
  mainIdUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'This is no distinct id of the person.',
  },
  null: { status: 400, code: 'null', detail: 'This field may not be null.' },
  pluginsLevelTooLow: {
    status: 403,
    code: 'permission_denied',
    detail: "Your organization's plugin access level is insufficient.",
  },
  pluginsNotGlobal: {
    status: 403,
    code: 'permission_denied',
    detail: "This organization can't manage global plugins!",
  },
  pluginOfOthers: {
    status: 403,
    code: 'permission_denied',
    detail: 'This plugin installation is managed by another organization.',
  },
  pluginInstalled: { status: 400, code: 'unique', detail: 'A plugin from this URL is already installed!' },
  pluginAddress: { status: 400, code: 'invalid_input', detail: 'Must be the URL of an npm package!' },
  pluginNotInstalled: {
    status: 400,
    code: 'invalid_input',
    detail: 'Only plugins of the types custom and repository are installed from a URL.',
  },
  pluginElsewhere: {
    status: 400,
    code: 'invalid_input',
    detail: 'A plugin with these capabilities does not belong to this collection.',
  },
  pluginGlobal: {
    status: 400,
    code: 'invalid_input',
    detail: 'This plugin is marked as global! Make it local before uninstallation.',
  },
  pluginNotSource: {
    status: 400,
    code: 'invalid_input',
    detail: 'Only the code of plugins of the type source can be changed.',
  },
  pluginManifest: { status: 400, code: 'invalid_input', detail: 'The file plugin.json is not valid.' },
  pluginManifestMissing: {
    status: 400,
    code: 'invalid_input',
    detail: 'This package is no plugin: it has no file plugin.json.',
  },
  pluginFiles: {
    status: 400,
    code: 'invalid_input',
    detail: 'A plugin has at most 100 files, none above 1 MB and no name above 200 characters.',
  },
  packageUnknown: {
    status: 400,
    code: 'does_not_exist',
    detail: 'The registry has no such package, or not this version of it.',
  },
  packageBroken: {
    status: 400,
    code: 'invalid_input',
    detail: 'The package is broken, or larger than a plugin may be.',
  },
  registryUnavailable: {
    status: 503,
    code: 'registry_unavailable',
    detail: 'The package registry gave no answer. Try again later.',
  },
} as const

const kinds = {
  400: 'invalid-body',
  401: 'credentials-rejected',
  403: 'forbidden',
  404: 'not-found',
  413: 'body-too-large',
  415: 'unsupported-media-type',
  503: 'handler-failed',
} as const satisfies Record<number, ProblemKind>

/** An answer other than success that a rule of the service demands; throw it from anywhere below a handler. */
export class Refusal extends HttpProblem {
  override readonly name = 'Refusal'
  readonly code: string
  /** The member of the body that is at fault. */
  readonly attr: string | null

  constructor(reason: keyof typeof refusals, attr: string | null = null) {
    const { status, code, detail } = refusals[reason]
    super({ kind: kinds[status], status, detail })
    this.code = code
    this.attr = attr
  }
}
