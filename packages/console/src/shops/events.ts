/** The events that a shop must deliver, by its kind. `order_*`: all that begin so. */
export const EVENTS: Readonly<Record<string, string>> = {
  stripe: `
    checkout.session.completed checkout.session.async_payment_succeeded
    invoice.paid invoice.payment_failed invoice_payment.paid
    customer.subscription.updated customer.subscription.deleted
    customer.subscription.paused customer.subscription.resumed charge.refunded
    charge.dispute.created charge.dispute.closed
    charge.dispute.funds_withdrawn charge.dispute.funds_reinstated`,
  paddle: `
    transaction.completed transaction.payment_failed
    subscription.created subscription.updated subscription.past_due
    subscription.paused subscription.resumed subscription.canceled
    adjustment.created adjustment.updated customer.created customer.updated customer.imported`,
  'lemon-squeezy': 'order_* subscription_*',
}
