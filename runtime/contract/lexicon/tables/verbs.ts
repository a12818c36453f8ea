import { vocabulary, vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/** Verbs of operationIds and of the last segments of paths. */
const VERBS =
  vocabularyRows(`add:addItemToBasket and:findAndLock apply:applyPatch assign:assignTask backup:backupDatabase bulk:bulkPets
calculate:calculatePremium change:changeVariables check:checkAccess checkin:checkInGuest checkout:checkOutGuest clear:clearCache compile:compileReport count:countFlows create:createAlias
delete:deletePets deleterange deploy:deployRevision describe:describeTable destroy:destroyPets disable:disableAlerts drop:dropIndex
dump:dumpHeap edit:editVariables erase:eraseDisk estimate:estimateFare execute:executeQuery explain:explainPlan export:exportProject
fetch:fetchInvoice filter:filterFlowRuns find:postFindPets flush:flushQueue generate:generateThumbnails get:getPlan import:importTasks
info:channelInfo insert:insertRows invalidate:invalidateCache is:isAuthorized kill:killWorkers list:listEntries logout lookup:lookupAddress
mark:markMessages merge:mergeBranch modify:modifyVariables new:newInvoice or:findOrMakePet paginate:paginateDeployments
parse:parseUrls
patch:patchVariables preview:previewInvoice promote:promoteRelease prune:pruneImages purge:purgeLogs put:putKey query:queryTasks range:rangeKeys read:readTuples
rebuild:rebuildIndex recalculate:recalculateTotals recheck:recheckLinks recompute:recomputeStatistics
recover:recoverFile refresh:refreshView regenerate:regenerateSitemap reindex:reindexDocuments reload:reloadConfiguration
remove:removeMembers rename:renameChannel replace:replaceTags reset:resetCounters restart:restartServer restore:restoreSnapshot
resync:resyncRepository retrieve:retrieveToken revert:revertRevision revoke:revokeGrant rollback:rollbackDeployment
rotate:rotateLogs save:saveSearch search:searchUsers set:setLabels show:showUser shutdown:shutdownInstance signout
start:startJob stop:stopJob store:storeQuery sync:syncRepository terminate:terminateInstances
trigger:triggerBuild truncate:truncateTable undelete:undeleteNote uninstall:uninstallPlugin update:updateContacts
upsert:upsertContacts validate:validateAddress view:viewInvoice wipe:wipeDevice`)

/** Actions of operations, by the verbs in their names. */
export const verbs = {
  /**
   * They only search, although some use a method for writes: a filter too large for a URL is sent as a body.
   */
  looking: vocabularySubset(VERBS, 'any', 'count filter find list lookup paginate search'),
  /** Also a search if the operationId begins with it and continues: "queryTasks". */
  asking: vocabularySubset(VERBS, 'any', 'query'),
  /** They judge the content of a request: "CheckAccess". */
  judging: vocabularySubset(VERBS, 'any', 'calculate check estimate explain is parse preview validate'),
  /** They only show, also without a body that names what they show. */
  showing: vocabularySubset(VERBS, 'first', 'describe get show'),
  /**
   * They do work, or undo it, for more than one item. Only a safety net below the guard's rule, never the
   * rule itself.
   */
  working: vocabularySubset(
    VERBS,
    'any',
    `bulk clear delete disable drop erase execute flush invalidate kill logout prune purge rebuild recheck
reindex remove reset restart revoke rotate shutdown signout start stop terminate trigger truncate
uninstall wipe`,
  ),
  /** They start work in the name of a read; in that of a write, the same word creates. */
  making: vocabularySubset(VERBS, 'any', 'generate recalculate recompute refresh regenerate reload resync'),
  /**
   * A read with one of them may leave something on the server, such as the file of an export, but usually
   * does not.
   */
  leaving: vocabularySubset(VERBS, 'any', 'backup compile dump export'),
  /** Actions that replace the parent with an item: a snapshot of a project, a revision of a page. */
  above: vocabularySubset(VERBS, 'any', 'apply deploy merge promote restore revert rollback'),
  /** They restore a removed item. */
  restoring: vocabularySubset(VERBS, 'any', 'recover restore undelete'),
  /** A request with one of these in its name does more than search. */
  beside: vocabularySubset(
    VERBS,
    'any',
    `add and apply assign checkin checkout create import insert mark merge modify or replace save set store sync
update upsert`,
  ),
  /** A POST to a collection with one of them removes items. */
  removing: vocabularySubset(VERBS, 'first', 'delete destroy remove'),
  /** A POST to a collection with one of them changes items, and creates none. */
  changing: vocabularySubset(VERBS, 'first', 'change edit modify patch update'),
  /** They add to what an item has: "/projects/{id}/add_members". */
  extending: vocabularySubset(VERBS, 'first', 'add insert'),
  /** With one of these in its name, it also creates items. */
  adding: vocabularySubset(VERBS, 'any', 'add create insert or'),
}

/**
 * Actions on the items that the rest of an operation's path names: "/boats/list", "GetPlan", "boats.delete".
 */
export const calls = {
  listing: vocabularySubset(VERBS, 'any', 'filter find list query search'),
  reading: vocabularySubset(VERBS, 'any', 'describe fetch get info range read retrieve show view'),
  creating: vocabularySubset(VERBS, 'any', 'add create insert new'),
  /** They create a missing item, and change an existing one. */
  putting: vocabularySubset(VERBS, 'any', 'put save set store upsert'),
  updating: vocabularySubset(VERBS, 'any', 'change edit modify patch rename update'),
  deleting: vocabularySubset(VERBS, 'any', 'delete deleterange destroy drop remove'),
}

/**
 * The same behind the name of an item: "/boats/{id}/get". Others, such as "read", "view" and "fetch", may act
 * on it.
 */
export const behindNames = vocabulary(
  'whole',
  'change delete describe destroy drop edit get info modify patch remove rename show update',
)

/** Words behind the name of a thing that mean the thing itself: "get_boat_data". */
export const details = vocabulary('whole', 'data details info')

/** Work that a read starts if its path ends with only this word: "GET /feeds/crawl". */
export const workAtEnd = vocabulary('whole', 'crawl fetch import pull scan sync')

/** Segments before the name of an item that are the action on it: "/boats/delete/{id}". */
export const itemVerbs = vocabulary(
  'whole',
  'change delete destroy edit get modify patch read remove show update view',
)

/**
 * Last segments of paths with which a POST creates an item of the collection before them: "POST
 * /containers/create".
 */
export const makers = vocabulary('whole', 'create new')

/** Ends of paths that accept statements, which may write. */
export const statements = vocabulary(
  'any',
  'graphql query sql:run-sql statement:prepare-statement statements',
)

/** Beginnings of the names of scopes that only allow reads. */
export const readScopes = vocabulary(
  'stem',
  'read:pets:readonly view:events.viewer get:get_pets list:listing',
)
