import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/**
 * Words in operationIds and in last path segments that tell what an operation does: verbs, and a few others
 * such as "bulk" and "info".
 */
const VERBS =
  vocabularyRows(`add:addItemToBasket analyze:_analyze and:findAndLock apply:applyPatch assign:assignTask backup:backupDatabase batch:batchAccounts bulk:bulkPets
calculate:calculatePremium change:changeVariables check:checkAccess checkin:checkInGuest checkout:checkOutGuest clear:clearCache clone:cloneProject compile:compileReport copy:copyFile count:countFlows create:createAlias decode:decodeToken decrypt:decryptText
delete:deletePets deleterange deploy:deployRevision describe:describeTable destroy:destroyPets disable:disableAlerts drop:dropIndex encode:encodeText encrypt:encryptText evaluate:evaluateRule
dump:dumpHeap duplicate:duplicatePage edit:editVariables erase:eraseDisk estimate:estimateFare execute:executeQuery explain:explainPlan export:exportProject
fetch:fetchInvoice filter:filterFlowRuns find:postFindPets flush:flushQueue generate:generateThumbnails get:getPlan hash:hashText import:importTasks
info:channelInfo insert:insertRows invalidate:invalidateCache is:isAuthorized kill:killWorkers list:listEntries logout lookup:lookupAddress
mark:markMessages merge:mergeBranch modify:modifyVariables msearch:_msearch new:newInvoice or:findOrMakePet pack:packDIDCommMessage paginate:paginateDeployments
parse:parseUrls
patch:patchVariables preview:previewInvoice promote:promoteRelease prune:pruneImages purge:purgeLogs put:putKey query:queryTasks range:rangeKeys read:readTuples
rebuild:rebuildIndex recalculate:recalculateTotals recheck:recheckLinks recompute:recomputeStatistics
recover:recoverFile refresh:refreshView regenerate:regenerateSitemap reindex:reindexDocuments reload:reloadConfiguration
remove:removeMembers rename:renameChannel replace:replaceTags reset:resetCounters restart:restartServer restore:restoreSnapshot
render:renderMarkdown resync:resyncRepository retrieve:retrieveToken revert:revertRevision revoke:revokeGrant rollback:rollbackDeployment
rotate:rotateLogs save:saveSearch search:searchUsers set:setLabels show:showUser shutdown:shutdownInstance sign:signText signout
start:startJob stop:stopJob store:storeQuery sync:syncRepository terminate:terminateInstances tokenize:tokenizeText
trigger:triggerBuild truncate:truncateTable undelete:undeleteNote uninstall:uninstallPlugin unpack:unpackDIDCommMessage update:updateContacts
upsert:upsertContacts validate:validateAddress verify:verifySignature view:viewInvoice wipe:wipeDevice`)

/** True for a word that tells what an operation does: "create", but not "mail", which is also a thing. */
export function isVerb(word: string): boolean {
  return Object.hasOwn(VERBS, word)
}

/** The actions of operations, determined by the verbs in their names. */
export const verbs = {
  /**
   * Verbs that only search, even if the operation uses a write method because a filter that is too large for
   * a URL is sent as a body.
   */
  looking: vocabularySubset(VERBS, 'any', 'count filter find list lookup msearch paginate search'),
  /** Verbs that also search if they begin a longer operationId: "queryTasks". */
  asking: vocabularySubset(VERBS, 'any', 'query'),
  /** Verbs that judge the content of a request: "CheckAccess". */
  judging: vocabularySubset(
    VERBS,
    'any',
    'calculate check estimate evaluate explain is parse preview validate',
  ),
  /** Verbs that, if nothing is named, examine the server itself: "POST /check". */
  examining: vocabularySubset(VERBS, 'first', 'check'),
  /** Verbs that compute something from the content of a request and store nothing: "renderMarkdown". */
  computing: vocabularySubset(
    VERBS,
    'any',
    'analyze decode decrypt encode encrypt hash pack render sign tokenize unpack',
  ),
  /** Verbs that judge the content of a request, and in other operations confirm an address or an account. */
  verifying: vocabularySubset(VERBS, 'any', 'verify'),
  /**
   * Verbs that are never nouns. In the middle of a name, they follow the thing with which the name begins:
   * "didManagerGetProviders".
   */
  unmistakable: vocabularySubset(VERBS, 'any', 'describe find get lookup retrieve'),
  /** Verbs that can also be part of a thing's name: "dataStore". */
  nouns: vocabularySubset(VERBS, 'any', 'set store'),
  /** Verbs with which even a POST without a body only shows something. */
  showing: vocabularySubset(VERBS, 'first', 'describe get show'),
  /** Verbs that mean that an operation changes something, even if its method is GET. */
  working: vocabularySubset(
    VERBS,
    'any',
    `bulk clear delete disable drop erase execute flush invalidate kill logout prune purge rebuild recheck
reindex remove reset restart revoke rotate shutdown signout start stop terminate trigger truncate
uninstall wipe`,
  ),
  /**
   * Verbs that mean, in the name of a read, that the read starts work. In the name of a write, they mean that
   * it creates something.
   */
  making: vocabularySubset(VERBS, 'any', 'generate recalculate recompute refresh regenerate reload resync'),
  /** Verbs for reads that can leave something on the server, such as an exported file, but usually do not. */
  leaving: vocabularySubset(VERBS, 'any', 'backup compile dump export'),
  /** Actions that overwrite the parent with an item, such as a project's snapshot or a page's revision. */
  above: vocabularySubset(VERBS, 'any', 'apply deploy merge promote restore revert rollback'),
  /** Verbs that create an item with the values of another one. */
  copying: vocabularySubset(VERBS, 'any', 'clone copy duplicate'),
  /** Verbs that restore a removed item. */
  restoring: vocabularySubset(VERBS, 'any', 'recover restore undelete'),
  /** Verbs that show that a request does more than search. */
  beside: vocabularySubset(
    VERBS,
    'any',
    `add and apply assign checkin checkout create import insert mark merge modify or replace save set store sync
update upsert`,
  ),
  /** Actions that end what an item does, and so give back what it has taken. */
  undoing: vocabulary('whole', 'cancel release'),
  /** Actions after which a server may remove what was in use, the quickest first. */
  ending: vocabulary('whole', 'kill terminate abort cancel stop close disable deactivate suspend archive'),
  /** Verbs with which a DELETE ends the use of an item that remains visible. */
  retiring: vocabulary('first', 'archive cancel deactivate decline disable refund request revoke suspend'),
  /** Verbs with which a POST to a collection removes items. */
  removing: vocabularySubset(VERBS, 'first', 'delete destroy remove'),
  /** Verbs with which a POST to a collection changes items and creates none. */
  changing: vocabularySubset(VERBS, 'first', 'change edit modify patch update'),
  /** Verbs for adding to an existing item: "/projects/{id}/add_members". */
  extending: vocabularySubset(VERBS, 'first', 'add insert'),
  /** Verbs of reads whose response may begin only with the next event. */
  awaiting: vocabulary(
    'any',
    'listen:listenForEvents stream:streamMessages subscribe:subscribeChannelEvents tail:tailLogs watch:watchTasks',
  ),
  /** Verbs that end the names of Django REST framework, after the name of the resource. */
  closing: vocabulary(
    'last',
    'create:tags_create destroy:tags_destroy list:tags_list retrieve:tags_retrieve update:tags_partial_update',
  ),
  /** Verbs that show that a request also creates items. */
  adding: vocabularySubset(VERBS, 'any', 'add create insert or'),
}

/**
 * Actions on the items that the other words in an operation's path or name identify: "/boats/list",
 * "GetPlan", "boats.delete".
 */
export const calls = {
  listing: vocabularySubset(VERBS, 'any', 'filter find list query search'),
  reading: vocabularySubset(VERBS, 'any', 'describe fetch get info range read retrieve show view'),
  creating: vocabularySubset(VERBS, 'any', 'add create insert new'),
  /** Verbs that create an item if it is missing, and otherwise change it. */
  putting: vocabularySubset(VERBS, 'any', 'put save set store upsert'),
  updating: vocabularySubset(VERBS, 'any', 'change edit modify patch rename update'),
  deleting: vocabularySubset(VERBS, 'any', 'delete deleterange destroy drop remove'),
  /** Words that mean that an action concerns several items: "batchDelete", "DELETE /boats/batch". */
  several: vocabularySubset(VERBS, 'any', 'batch bulk'),
}

/**
 * Actions that follow an item's name: "/boats/{id}/get". Other verbs, such as "read", "view" and "fetch", are
 * not included, because they can also act on the item.
 */
export const behindNames = vocabulary(
  'whole',
  'change delete describe destroy drop edit get info modify patch remove rename show update',
)

/** Words that mean the thing whose name is beside them: "get_boat_data", "/boats/detail/{id}". */
export const details = vocabulary('whole', 'data detail details info')

/**
 * Words for work that a read starts if the last segment of its path consists only of this word: "GET
 * /feeds/crawl".
 */
export const workAtEnd = vocabulary('whole', 'crawl fetch import pull scan sync')

/** Segments that precede an item's name and stand for the action on the item: "/boats/delete/{id}". */
export const itemVerbs = vocabulary(
  'whole',
  'change delete destroy edit get modify patch read remove show update view',
)

/**
 * Last path segments with which a POST creates an item in the preceding collection: "POST
 * /containers/create".
 */
export const makers = vocabulary('whole', 'create new')

/** Optional properties and parameters that make the server do the work later, after its response. */
export const postponing = vocabulary('whole', 'async asynchronous')

/** Properties of a response that judge what the request contained. */
export const verdicts = vocabulary('whole', 'valid isValid verified')

/** Nouns for how something is seen, with which a name that begins with the thing can end: "map_stats". */
export const viewNouns = vocabulary('last', 'history statistics:user_statistics stats:map_stats')

/** Last path segments of operations that accept statements in a query language, which can write. */
export const statements = vocabulary(
  'any',
  'graphql query sql:run-sql statement:prepare-statement statements',
)

/** Beginnings of words in the names of scopes that allow only reads. */
export const readScopes = vocabulary(
  'stem',
  'read:pets:readonly view:events.viewer get:get_pets list:listing',
)

/** Names of scopes that allow all writes. */
export const writeScopes = vocabulary('whole', 'write readWrite rw')
