import { vocabulary } from '../names/vocabulary.ts'

/**
 * Kinds of events that happen to an item, with the words for them in webhooks and in properties such as
 * `action`.
 */
export const events = {
  created: vocabulary(
    'any',
    `new:new-pet create:onPetCreate created:pet.created creation:petCreation add:member-add added:member_added
insert:rowInsert inserted:row.inserted register:register-device registered:deviceRegistered
place:order-place placed:orderPlaced open:issue.open opened:issue.opened`,
  ),
  changed: vocabulary(
    'any',
    `change:statusChange changed:status.changed update:onPetUpdate updated:petUpdated edit:comment-edit
edited:comment.edited modify:file-modify modified:file_modified patch:pet-patch patched:pet.patched
replace:pet-replace replaced:pet.replaced`,
  ),
  deleted: vocabulary(
    'any',
    `delete:onPetDelete deleted:pet.deleted deletion:accountDeletion remove:member-remove
removed:member_removed removal:memberRemoval destroy:volume-destroy destroyed:volume.destroyed`,
  ),
}

/** The kind of event that a name indicates; `undefined` if it indicates none. */
export function eventInName(name: string): keyof typeof events | undefined {
  if (events.created.has(name)) return 'created'
  if (events.changed.has(name)) return 'changed'
  return events.deleted.has(name) ? 'deleted' : undefined
}
