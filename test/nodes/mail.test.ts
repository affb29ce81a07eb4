import { describeMail } from '../../packages/service/src/mail/testing/describe-mail.ts'

describeMail()
