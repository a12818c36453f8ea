/** A decision on which several parts agree: one function makes it, and the askers call that function. */
interface Decider {
  readonly matter: string
  readonly name: string
  readonly file: string
  readonly askers: readonly string[]
}

export const DECIDERS: readonly Decider[] = [
  {
    matter: 'which value names an alternative',
    name: 'normalizeDiscriminator',
    file: 'generator/model/schema/normalize/discriminator.ts',
    askers: ['generator/model/schema/normalize/normalize.ts'],
  },
  {
    matter: 'which value names an alternative: which names an heir',
    name: 'withMappedKinds',
    file: 'generator/model/schema/mapped-kinds.ts',
    askers: ['generator/model/describe-document.ts'],
  },
  {
    matter: 'null, and the types of a value',
    name: 'readOwnType',
    file: 'generator/model/schema/normalize/own-type.ts',
    askers: ['generator/model/schema/normalize/normalize.ts'],
  },
  {
    matter: 'that nothing is allowed',
    name: 'forbidsAll',
    file: 'runtime/schema/view/values.ts',
    askers: [
      'generator/model/schema/normalize/normalize.ts',
      'runtime/schema/view/statements.ts',
      'generator/outputs/validators/validator-printer.ts',
    ],
  },
  {
    matter: 'which schemas compose another',
    name: 'composedOf',
    file: 'runtime/schema/document/subschemas.ts',
    askers: [
      'generator/load/structure/inheritance.ts',
      'generator/outputs/openapi/openapi.ts',
      'generator/outputs/reference/schema.ts',
    ],
  },
  {
    matter: 'which keywords say a type',
    name: 'OF_OWN_TYPE',
    file: 'generator/emit/schema/typing-keywords.ts',
    askers: ['generator/emit/formats/schema-states.ts'],
  },
  {
    matter: 'examples of answers',
    name: 'namedExamples',
    file: 'generator/model/operation/example.ts',
    askers: ['generator/model/examples/response-examples.ts'],
  },
  {
    matter: 'examples of answers: who shows them',
    name: 'responseExamples',
    file: 'generator/model/examples/response-examples.ts',
    askers: [
      'generator/outputs/examples/examples.ts',
      'generator/outputs/reference/page.ts',
      'generator/commands/mock/mock.ts',
    ],
  },
  {
    matter: 'no content: HEAD, 1XX, 204, 205, 304',
    name: 'isWithoutContent',
    file: 'runtime/http/status.ts',
    askers: [
      'generator/emit/operation/response-type.ts',
      'runtime/client/bodies/read-body.ts',
      'runtime/server/answers/check-response.ts',
      'runtime/server/node-http/write-message.ts',
      'runtime/contract/rules/response.ts',
    ],
  },
  {
    matter: 'whether a key of responses, and default among them, documents the success',
    name: 'isSuccessKey',
    file: 'runtime/http/status.ts',
    askers: [
      'generator/load/raise/operation.ts',
      'generator/model/operation/response.ts',
      'generator/emit/operation/statuses.ts',
      'runtime/http/success.ts',
      'generator/outputs/server/server.ts',
      'generator/diff/operations/responses.ts',
      'runtime/contract/data/document/response-key.ts',
      'runtime/mock/document/answers.ts',
    ],
  },
  {
    matter: 'whether a key of responses, and default among them, documents errors',
    name: 'isErrorKey',
    file: 'runtime/http/status.ts',
    askers: [
      'runtime/contract/run/passive/observed/shared-schemas.ts',
      'runtime/mock/document/envelope-values.ts',
    ],
  },
  {
    matter: 'the media types of successes',
    name: 'successContents',
    file: 'runtime/http/success.ts',
    askers: [
      'generator/model/operation/bindings.ts',
      'generator/outputs/client/members/descriptor.ts',
      'runtime/server/requests/route-choice.ts',
      'runtime/contract/data/exchange/request.ts',
      'runtime/contract/rules/checks/offers/representations.ts',
      'runtime/mock/answers/outcomes/resource-outcome.ts',
    ],
  },
  {
    matter: 'whether a body is a file',
    name: 'isFileContent',
    file: 'runtime/http/media/file-content.ts',
    askers: ['runtime/contract/rules/checks/content/upload.ts', 'runtime/mock/answers/write-answer.ts'],
  },
  {
    matter: 'how long a server asks to wait',
    name: 'retryAfterMs',
    file: 'runtime/http/retry-after.ts',
    askers: ['runtime/client/middlewares/retry.ts', 'runtime/contract/traffic/session/readiness.ts'],
  },
  {
    matter: 'which query parameters select a page',
    name: 'pageSelectors',
    file: 'runtime/http/pages/page-parameters.ts',
    askers: ['runtime/contract/rules/shown/lists.ts'],
  },
  {
    matter: 'which query parameters select a page, and not items',
    name: 'pagingParameters',
    file: 'runtime/http/pages/page-parameters.ts',
    askers: [
      'runtime/contract/rules/checks/list-protocol/filter.ts',
      'runtime/contract/world/requests/list-scope.ts',
      'runtime/mock/lists/select.ts',
    ],
  },
  {
    matter: 'which parameter selects properties',
    name: 'memberChoosersOf',
    file: 'runtime/contract/world/requests/member-choosers.ts',
    askers: ['runtime/contract/rules/checks/members/members.ts', 'runtime/mock/answers/chosen-members.ts'],
  },
  {
    matter: 'which property a bound restricts',
    name: 'memberBounded',
    file: 'runtime/contract/world/values/range-members.ts',
    askers: ['runtime/contract/rules/checks/list-protocol/bounds.ts', 'runtime/mock/lists/select.ts'],
  },
  {
    matter: 'the JSON of a success',
    name: 'successSchema',
    file: 'runtime/http/success.ts',
    askers: [
      'generator/model/list/list.ts',
      'generator/model/resource/envelopes.ts',
      'runtime/mock/document/known-resource.ts',
    ],
  },
  {
    matter: 'names that client.ts exports',
    name: 'clientExports',
    file: 'generator/outputs/client/members/client-exports.ts',
    askers: [
      'generator/outputs/client/client.ts',
      'generator/outputs/client/by-tag/client-by-tag.ts',
      'generator/outputs/query/output.ts',
    ],
  },
  {
    matter: 'whether a value is valid, in schemas.ts as in documentSchemas',
    name: 'compilerOf',
    file: 'runtime/schema/compile.ts',
    askers: ['runtime/schema/create-validator.ts', 'runtime/schema/define-schema.ts'],
  },
  {
    matter: 'the body that a call returns',
    name: 'SuccessBody',
    file: 'runtime/client/operations/operation-types.ts',
    askers: ['runtime/client/operations/define-operation.ts', 'runtime/client/query/query-types.ts'],
  },
  {
    matter: 'which entry of responses describes a status',
    name: 'responseKeyFor',
    file: 'runtime/http/status.ts',
    askers: ['runtime/contract/data/document/response-key.ts', 'runtime/mock/document/answers.ts'],
  },
  {
    matter: 'whether an error is documented (isError)',
    name: 'isDocumentedStatus',
    file: 'runtime/client/call/client-operation.ts',
    askers: ['runtime/client/operations/define-operation.ts', 'runtime/client/bodies/read-body.ts'],
  },
  {
    matter: 'whether answers are checked',
    name: 'responseValidation',
    file: 'runtime/server/options/response-validation.ts',
    askers: ['runtime/server/operation/compile-operation.ts', 'runtime/server/failures/failure-answers.ts'],
  },
  {
    matter: 'the request in a query key',
    name: 'requestInKey',
    file: 'runtime/client/query/query.ts',
    askers: ['runtime/client/query/infinite.ts'],
  },
  {
    matter: 'which outputs need which',
    name: 'outputsOf',
    file: 'generator/outputs/outputs.ts',
    askers: ['generator/outputs/print-outputs.ts', 'generator/commands/record.ts'],
  },
  {
    matter: 'which methods carry a body',
    name: 'mayHaveBody',
    file: 'runtime/http/method.ts',
    askers: [
      'runtime/contract/data/document/json-body.ts',
      'runtime/contract/rules/checks/content/upload.ts',
      'runtime/contract/run/passive/request-judge.ts',
      'runtime/contract/run/passive/observed/request-watch.ts',
      'runtime/contract/traffic/transport/transport.ts',
      'runtime/server/bodies/parse-body.ts',
      'runtime/server/node-http/node-incoming.ts',
      'runtime/server/node-http/node-request.ts',
    ],
  },
  {
    matter: 'which media type stands for a range',
    name: 'mediaTypeInRange',
    file: 'runtime/http/media/media-type.ts',
    askers: [
      'runtime/contract/data/exchange/forms/form-body.ts',
      'runtime/contract/rules/checks/content/upload.ts',
      'runtime/contract/world/requests/body-maker.ts',
      'runtime/mock/document/answers.ts',
    ],
  },
  {
    matter: 'whether the document lets a PUT create',
    name: 'documentsCreation',
    file: 'runtime/contract/data/document/response-key.ts',
    askers: ['runtime/mock/answers/outcomes/resource-outcome.ts'],
  },
  {
    matter: 'in which strings letter case makes no difference',
    name: 'hasSameMeaningInAnyCase',
    file: 'runtime/contract/data/document/of-format.ts',
    askers: ['runtime/contract/rules/checks/unique/unique.ts', 'runtime/mock/state/collection.ts'],
  },
  {
    matter: 'where paths begin',
    name: 'serverPath',
    file: 'runtime/http/uri/server-url.ts',
    askers: ['generator/model/describe-document.ts', 'generator/commands/traffic/base-path.ts'],
  },
  {
    matter: 'the status of a refusal',
    name: 'problemStatus',
    file: 'runtime/server/failures/problem-status.ts',
    askers: ['runtime/server/failures/failure-answers.ts'],
  },
]
