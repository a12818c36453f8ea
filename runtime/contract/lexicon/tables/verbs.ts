import { rows, subset, vocabulary } from '../names/vocabulary.ts'

/** Verbs of operationIds and of the last segments of paths. */
const VERBS =
  rows(`add:addItemToBasket and:findAndLock apply:applyPatch assign:assignTask backup:backupDatabase bulk:bulkPets
change:changeVariables check:checkAccess checkin:checkInGuest checkout:checkOutGuest clear:clearCache compile:compileReport count:countFlows create:createAlias
delete:deletePets deleterange deploy:deployRevision describe:describeTable destroy:destroyPets disable:disableAlerts drop:dropIndex
dump:dumpHeap edit:editVariables erase:eraseDisk execute:executeQuery export:exportProject
fetch:fetchInvoice filter:filterFlowRuns find:postFindPets flush:flushQueue generate:generateThumbnails get:getPlan import:importTasks
info:channelInfo insert:insertRows invalidate:invalidateCache kill:killWorkers list:listEntries logout lookup:lookupAddress
mark:markMessages merge:mergeBranch modify:modifyVariables new:newInvoice or:findOrMakePet paginate:paginateDeployments
patch:patchVariables promote:promoteRelease prune:pruneImages purge:purgeLogs put:putKey query:queryTasks range:rangeKeys read:readTuples
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
  /** They only look, although some write by their method: a filter that no URL holds travels as a body. */
  looking: subset(VERBS, 'any', 'count filter find list lookup paginate search'),
  /** Looks as well where the operationId begins with it and goes on: "queryTasks". */
  asking: subset(VERBS, 'any', 'query'),
  /** They tell what is right of what they are sent: "CheckAccess". */
  judging: subset(VERBS, 'any', 'check validate'),
  /**
   * They do work, or undo it, for more than one item. The net below the rule of the guard, never the rule
   * itself.
   */
  working: subset(
    VERBS,
    'any',
    `bulk clear delete disable drop erase execute flush invalidate kill logout prune purge rebuild recheck
reindex remove reset restart revoke rotate shutdown signout start stop terminate trigger truncate
uninstall wipe`,
  ),
  /** They start work where they name a read; as a write, the same word creates. */
  making: subset(VERBS, 'any', 'generate recalculate recompute refresh regenerate reload resync'),
  /** A read may leave something on the server by them, such as the file of an export, and mostly does not. */
  leaving: subset(VERBS, 'any', 'backup compile dump export'),
  /**
   * Actions that put an item in the place of what stands above it: a snapshot of a project, a revision of a
   * page.
   */
  above: subset(VERBS, 'any', 'apply deploy merge promote restore revert rollback'),
  /** They bring back what was removed. */
  restoring: subset(VERBS, 'any', 'recover restore undelete'),
  /** A request with one of these in its name does more than look. */
  beside: subset(
    VERBS,
    'any',
    `add and apply assign checkin checkout create import insert mark merge modify or replace save set store sync
update upsert`,
  ),
  /** A POST to a collection removes items by them. */
  removing: subset(VERBS, 'first', 'delete destroy remove'),
  /** A POST to a collection changes items by them, and makes none. */
  changing: subset(VERBS, 'first', 'change edit modify patch update'),
  /** With one of these in its name, it makes items as well. */
  adding: subset(VERBS, 'any', 'add create insert or'),
}

/**
 * Actions of an operation on the items that the rest of its path names: "/boats/list", "GetPlan",
 * "boats.delete".
 */
export const calls = {
  listing: subset(VERBS, 'any', 'filter find list query search'),
  reading: subset(VERBS, 'any', 'describe fetch get info range read retrieve show view'),
  creating: subset(VERBS, 'any', 'add create insert new'),
  /** They make what is not there, and change what is. */
  putting: subset(VERBS, 'any', 'put save set store upsert'),
  updating: subset(VERBS, 'any', 'change edit modify patch rename update'),
  deleting: subset(VERBS, 'any', 'delete deleterange destroy drop remove'),
}

/** Work that a read starts whose path ends with the word alone: "GET /feeds/crawl". */
export const workAtEnd = vocabulary('whole', 'crawl fetch import pull scan sync')

/** Segments before the name of an item that say what is done with it: "/boats/delete/{id}". */
export const itemVerbs = vocabulary(
  'whole',
  'change delete destroy edit get modify patch read remove show update view',
)

/**
 * Last segments of paths where a POST makes an item of the collection before them: "POST /containers/create".
 */
export const makers = vocabulary('whole', 'create new')

/** Ends of paths that take statements, which may write. */
export const statements = vocabulary(
  'any',
  'graphql query sql:run-sql statement:prepare-statement statements',
)

/** Words of a scope that lets its holder read alone begin so, as far as its name says. */
export const readScopes = vocabulary(
  'stem',
  'read:pets:readonly view:events.viewer get:get_pets list:listing',
)
