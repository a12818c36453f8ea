/** A user as the organization's members see them. @see interface document, section 2.5 */
export interface UserView {
  readonly id: number
  readonly uuid: string
  readonly distinct_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly is_email_verified: boolean | null
  readonly hedgehog_config: Record<string, unknown> | null
}

/** The columns for a `UserView`, from the table with the alias `user`. */
export const userColumns = [
  'user.id',
  'user.uuid',
  'user.distinct_id',
  'user.first_name',
  'user.last_name',
  'user.email',
  'user.is_email_verified',
  'user.hedgehog_config',
] as const
