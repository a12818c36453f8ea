/** Names of members that identify an item, in small letters with "_" between words. The subsets differ in what a mistake costs. */
export const identifiers = {
  /** Nothing else is called so, and nobody chooses their values. */
  sure: ['id', 'uuid', 'guid', 'pk'],
  /** What paths name items by where nothing else says it, the most usual first. */
  likely: ['id', 'uuid', 'uid', 'slug', 'name'],
  /** What an item is named by where it stands for itself, in an answer or a reference. */
  naming: ['id', 'uuid', 'pk', 'key', 'slug', 'code', 'name'],
  /** All that servers name items by, the most usual first: of several that an item has, the first. */
  usual: ['id', 'uuid', 'guid', 'uid', 'pk', 'key', 'slug', 'code', 'name', 'username', 'title'],
} satisfies Readonly<Record<string, readonly string[]>>
