import { describeCredentials } from './testing/describe-credentials.ts'

describeCredentials()
