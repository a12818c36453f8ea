import { deliveries, deliveryTold, isDelivered, isInForce, isPreparation } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each([
  ['Creates an invite and e-mails it to the address.', 'e-mails'],
  ['Charges the card of the account.', 'Charges'],
  ['Send a message to a chat', 'Send'],
  ['Members are notified.', 'notified'],
  ['An e-mail is sent to the owner.', 'e-mail'],
  ['Stores the label, then print it.', 'print'],
  ['Order a pizza', 'Order'],
])('"%s" tells of something that leaves the API', (text, word) => {
  expect(deliveryTold(text)).toBe(word)
})

test.each([
  'Creates charges.',
  'A list of orders for the customer.',
  'Creates a user with this e-mail address.',
  'Creates a user without sending an e-mail.',
  'Creates a talk. No notification emails will be sent.',
  'Only the values that are sent change.',
  'What is not published yet is not shown.',
  'The list is ordered by name.',
])('"%s" does not', (text) => {
  expect(deliveryTold(text)).toBeUndefined()
})

test('a thing is meant in singular and plural, and as a whole word', () => {
  expect(['payment', 'payments', 'sms', 'prepayment', 'payments2'].map(isDelivered)).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
  expect(['policy', 'policies', 'policing', 'rules', 'ruler'].map(isInForce)).toEqual([
    ...[true, true, false],
    ...[true, false],
  ])
})

test.each(deliveries.map(([base = '', third = '', , gerund = '']) => [base, third, gerund]))(
  'something leaves the API by the verb "%s" in each of its forms',
  (base, third, gerund) => {
    const told = [`${third} the cards`, `Then ${base} it`, `For ${gerund} them`].map(deliveryTold)
    expect(told).toEqual([third, base, gerund])
  },
)

test('templates and other preparations cause no effect, if another word says of what', () => {
  expect(['mail-templates', 'order_type', 'mailServer'].map(isPreparation)).toEqual([true, true, true])
  expect(['templates', 'print-jobs', 'mail', 'mail-template-runs'].filter(isPreparation)).toEqual([])
})
