import { describeDeliveries } from './testing/describe-deliveries.ts'

describeDeliveries()
